//! Spring: what runs around handlers, and messages.

use crate::repository;
use expect_test::expect;
use fathom_graph::EdgeKind;

#[test]
fn filters_aspects_advice_and_preparing_methods_run_around_handlers() {
    let repository = repository(&[
        (
            "src/main/java/shop/web/OrderController.java",
            r#"package shop.web;
import org.springframework.web.bind.annotation.*;
@Controller
@RequestMapping("/orders")
class OrderController {
  private final RabbitTemplate rabbit;
  @ModelAttribute("order")
  Order findOrder(@PathVariable long id) { return null; }
  @InitBinder
  void init(WebDataBinder binder) { binder.setValidator(new OrderValidator()); }
  @PostMapping("/{id}")
  @Audited
  void update(@Valid OrderForm form) { rabbit.convertAndSend("orders", form); }
}
"#,
        ),
        (
            "src/main/java/shop/web/OrderValidator.java",
            "package shop.web;\nclass OrderValidator implements Validator { public void validate(Object target) {} }\n",
        ),
        (
            "src/main/java/shop/web/OrderForm.java",
            "package shop.web;\nclass OrderForm {\n  @Flag\n  private int state;\n}\n",
        ),
        (
            "src/main/java/shop/web/Flag.java",
            "package shop.web;\n@Constraint(validatedBy = FlagValidator.class)\n@interface Flag {}\n",
        ),
        (
            "src/main/java/shop/web/FlagValidator.java",
            "package shop.web;\nclass FlagValidator { boolean isValid(int value) { return true; } }\n",
        ),
        ("src/main/java/shop/web/Audited.java", "package shop.web;\n@interface Audited {}\n"),
        (
            "src/main/java/shop/Tokens.java",
            "package shop;\nclass Tokens extends Base implements Filter { public void doFilter() {} }\n",
        ),
        (
            "src/main/java/shop/Failures.java",
            "package shop;\n@RestControllerAdvice\nclass Failures {\n  @ExceptionHandler(IllegalStateException.class)\n  void onState() {}\n}\n",
        ),
        (
            "src/main/java/shop/Aspects.java",
            r#"package shop;
@Aspect
class Aspects {
  @Pointcut("execution(public * shop.web.*.*(..))")
  void web() {}
  @Around("web()")
  Object log() { return null; }
  @Before("@annotation(audited)")
  void audit(Audited audited) {}
  @After("execution(* shop.service.*.*(..))")
  void never() {}
}
"#,
        ),
        (
            "src/main/java/shop/Receiver.java",
            "package shop;\n@RabbitListener(queues = \"orders\")\nclass Receiver {\n  @RabbitHandler\n  void handle(Object order) {}\n}\n",
        ),
    ]);
    expect![[r#"
        POST /orders/:id OrderController.update
        Event orders Receiver.handle
    "#]]
    .assert_eq(&repository.endpoints());
    expect![[r#"
        Around Tokens
        Around Aspects.log
        Before Aspects.audit
        Before OrderController.findOrder
        Before OrderController.init
        Before OrderValidator.validate
        Before FlagValidator.isValid
        After Failures.onState
    "#]]
    .assert_eq(&repository.handler_filters("OrderController.update"));
    expect![[r#"
        OrderController.update starts Receiver.handle [inferred:13]
    "#]]
    .assert_eq(&repository.edges(&[EdgeKind::Async]));
}
