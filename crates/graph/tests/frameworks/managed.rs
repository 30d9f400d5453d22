//! Spring, ASP.NET Core and Laravel.

use crate::repository;
use expect_test::expect;
use fathom_graph::EdgeKind;

#[test]
fn spring_mappings_schedules_and_events_are_entry_points() {
    let repository = repository(&[
        (
            "src/main/java/shop/OrderController.java",
            r#"package shop;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.web.bind.annotation.*;

@RestController
@RequestMapping("/orders")
class OrderController {
  private final Orders orders;
  private final ApplicationEventPublisher events;

  OrderController(Orders orders, ApplicationEventPublisher events) {
    this.orders = orders;
    this.events = events;
  }

  @GetMapping("/{id}")
  @PreAuthorize("hasRole('ADMIN')")
  Order show(@PathVariable long id) {
    return orders.find(id);
  }

  @RequestMapping(value = "/{id}/pay", method = RequestMethod.POST)
  void pay(@PathVariable long id) {
    events.publishEvent(new OrderPaid(id));
  }
}
"#,
        ),
        (
            "src/main/java/shop/Orders.java",
            "package shop;\n\ninterface Orders {\n  Order find(long id);\n}\n",
        ),
        ("src/main/java/shop/OrderPaid.java", "package shop;\n\nrecord OrderPaid(long id) {}\n"),
        ("src/main/java/shop/Order.java", "package shop;\n\nclass Order {}\n"),
        (
            "src/main/java/shop/Jobs.java",
            r#"package shop;

import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;

class Jobs {
  @Scheduled(cron = "0 0 * * * *")
  void sweep() {}

  @EventListener
  void onPaid(OrderPaid event) {}

  @KafkaListener(topics = "orders")
  void onMessage(String message) {}
}
"#,
        ),
    ]);
    let mut lines: Vec<String> = repository.endpoints().lines().map(str::to_owned).collect();
    lines.sort();
    expect![[r#"
        Event OrderPaid Jobs.onPaid
        Event orders Jobs.onMessage
        GET /orders/:id OrderController.show
        POST /orders/:id/pay OrderController.pay
        Task Jobs.sweep Jobs.sweep"#]]
    .assert_eq(&lines.join("\n"));
    expect![[r#"
        OrderController.pay runs callback Jobs.onPaid [exact:25]
    "#]]
    .assert_eq(&repository.edges(&[EdgeKind::Callback]));
    expect![[r#"
        Before PreAuthorize(hasRole('ADMIN'))
    "#]]
    .assert_eq(&repository.handler_filters("OrderController.show"));
}

#[test]
fn aspnet_attributes_minimal_apis_and_registrations_are_read() {
    let repository = repository(&[
        (
            "Controllers/OrdersController.cs",
            r#"using Microsoft.AspNetCore.Mvc;

namespace Shop;

[ApiController]
[Route("api/[controller]")]
public class OrdersController : ControllerBase
{
    [HttpGet("{id:int}")]
    [Authorize]
    public Order Show(int id) => null;

    [HttpPost]
    public void Create() { }
}

public class Order { }
"#,
        ),
        (
            "Program.cs",
            r#"using Shop;

var builder = WebApplication.CreateBuilder(args);
builder.Services.AddScoped<IOrders, Orders>();
var app = builder.Build();
var carts = app.MapGroup("/carts");
carts.MapGet("/{id}", Carts.Show);
app.Run();
"#,
        ),
        (
            "Carts.cs",
            "namespace Shop;\n\npublic static class Carts\n{\n    public static string Show(int id) => \"\";\n}\n\npublic interface IOrders { }\n\npublic class Orders : IOrders { }\n\npublic class Sweeper : BackgroundService\n{\n    protected override Task ExecuteAsync() => null;\n}\n",
        ),
    ]);
    let mut lines: Vec<String> = repository.endpoints().lines().map(str::to_owned).collect();
    lines.sort();
    expect![[r#"
        GET /api/orders/:id OrdersController.Show
        GET /carts/:id Carts.Show
        Job Sweeper Sweeper.ExecuteAsync
        POST /api/orders OrdersController.Create"#]]
    .assert_eq(&lines.join("\n"));
    expect![[r#"
        IOrders injected with Orders [exact:8]
    "#]]
    .assert_eq(&repository.edges(&[EdgeKind::Inject]));
}

#[test]
fn laravel_groups_resources_and_jobs_are_read() {
    let repository = repository(&[
        (
            "routes/api.php",
            r#"<?php

use App\Http\Controllers\OrderController;
use Illuminate\Support\Facades\Route;

Route::middleware('auth')->prefix('shop')->group(function () {
    Route::get('/orders/{order}', [OrderController::class, 'show']);
    Route::apiResource('carts', OrderController::class);
});
"#,
        ),
        (
            "app/Http/Controllers/OrderController.php",
            r#"<?php

namespace App\Http\Controllers;

use App\Jobs\CloseOrder;

class OrderController
{
    public function show($order)
    {
        CloseOrder::dispatch($order);
    }

    public function index() {}
}
"#,
        ),
        (
            "app/Jobs/CloseOrder.php",
            "<?php\n\nnamespace App\\Jobs;\n\nuse Illuminate\\Contracts\\Queue\\ShouldQueue;\n\nclass CloseOrder implements ShouldQueue\n{\n    public function handle() {}\n}\n",
        ),
    ]);
    let mut lines: Vec<String> = repository.endpoints().lines().map(str::to_owned).collect();
    lines.sort();
    expect![[r#"
        DELETE /api/shop/carts/:cart OrderController::destroy ?
        GET /api/shop/carts OrderController::index
        GET /api/shop/carts/:cart OrderController::show
        GET /api/shop/orders/:order OrderController::show
        Job CloseOrder CloseOrder::handle
        PATCH /api/shop/carts/:cart OrderController::update ?
        POST /api/shop/carts OrderController::store ?
        PUT /api/shop/carts/:cart OrderController::update ?"#]]
    .assert_eq(&lines.join("\n"));
    expect![[r#"
        OrderController::show starts CloseOrder::handle [exact:11]
    "#]]
    .assert_eq(&repository.edges(&[EdgeKind::Async]));
}

#[test]
fn aspnet_groups_reach_functions_and_conventions_give_routes() {
    let repository = repository(&[
        (
            "Program.cs",
            r#"using Microsoft.AspNetCore.Builder;

var app = WebApplication.CreateBuilder(args).Build();
var orders = app.MapGroup("/api").RequireAuthorization();
orders.MapOrders();
app.MapControllerRoute("default", "{controller=Home}/{action=Index}/{id?}");
"#,
        ),
        (
            "OrdersApi.cs",
            r#"public static class OrdersApi
{
    public static void MapOrders(this IEndpointRouteBuilder routes)
    {
        var group = routes.MapGroup("orders").HasApiVersion(1.0);
        group.MapGet("/{id:int}", Show);
        routes.MapGroup("/carts").MapPost("/", Show);
    }

    public static string Show(int id) => "";
}
"#,
        ),
        (
            "Controllers/HomeController.cs",
            r#"[Area("Shop")]
public class HomeController : Controller
{
    public IActionResult About() => View();

    [HttpPost]
    public IActionResult Send() => View();

    private IActionResult Hidden() => View();
}
"#,
        ),
        (
            "Pages/Carts/Index.cshtml.cs",
            "public class IndexModel : PageModel\n{\n    public void OnGet() { }\n    public void OnPostClear() { }\n}\n",
        ),
    ]);
    let mut lines: Vec<String> = repository.endpoints().lines().map(str::to_owned).collect();
    lines.sort();
    expect![[r#"
        ANY /Shop/Home/About HomeController.About
        GET /Carts IndexModel.OnGet
        GET /api/orders/:id OrdersApi.Show
        POST /Carts IndexModel.OnPostClear
        POST /Shop/Home/Send HomeController.Send
        POST /api/carts OrdersApi.Show"#]]
    .assert_eq(&lines.join("\n"));
}

#[test]
fn messages_of_aspnet_run_their_handlers_also_in_another_service() {
    let repository = repository(&[
        ("Program.cs", "using Microsoft.AspNetCore.Builder;\n"),
        (
            "Orders/Orders.cs",
            r#"namespace Orders;

public record PayOrder(int Id);
public record OrderPaid(int Id);

public class PayOrderHandler : IRequestHandler<PayOrder, bool>
{
    public async Task<bool> Handle(PayOrder command) {
        await bus.PublishAsync(new OrderPaid(command.Id));
    }
}

public class Api
{
    public async Task Pay(IMediator mediator) {
        var command = new PayOrder(1);
        await mediator.Send(command);
    }
}
"#,
        ),
        (
            "Mails/Mails.cs",
            r#"namespace Mails;

public record OrderPaid(int Id);

public class OrderPaidHandler : IIntegrationEventHandler<OrderPaid>
{
    public async Task Handle(OrderPaid message) { }
}
"#,
        ),
    ]);
    expect![[r#"
        Api.Pay runs callback PayOrderHandler.Handle [exact:17]
        PayOrderHandler.Handle runs callback OrderPaidHandler.Handle [inferred:9]
    "#]]
    .assert_eq(&repository.edges(&[EdgeKind::Callback]));
}

#[test]
fn laravel_limits_aliases_loaded_files_bindings_and_schedules_are_read() {
    let repository = repository(&[
        (
            "app/Providers/RouteServiceProvider.php",
            r#"<?php

namespace App\Providers;

use App\Contracts\Orders;
use App\Services\StoredOrders;
use App\Http\Middleware\Subscribed;
use Illuminate\Support\Facades\Route;

class RouteServiceProvider
{
    public function boot($middleware)
    {
        $this->app->bind(Orders::class, StoredOrders::class);
        $middleware->alias(['subscribed' => Subscribed::class]);
        Route::prefix('admin')->group(base_path('routes/admin.php'));
    }
}
"#,
        ),
        ("app/Contracts/Orders.php", "<?php\n\nnamespace App\\Contracts;\n\ninterface Orders {}\n"),
        (
            "app/Services/StoredOrders.php",
            "<?php\n\nnamespace App\\Services;\n\nuse App\\Contracts\\Orders;\n\nclass StoredOrders implements Orders {}\n",
        ),
        (
            "app/Http/Middleware/Subscribed.php",
            "<?php\n\nnamespace App\\Http\\Middleware;\n\nclass Subscribed\n{\n    public function handle($request) {}\n}\n",
        ),
        (
            "app/Http/Controllers/OrderController.php",
            "<?php\n\nnamespace App\\Http\\Controllers;\n\nclass OrderController\n{\n    public function index() {}\n    public function show() {}\n}\n",
        ),
        (
            "routes/admin.php",
            r#"<?php

use App\Http\Controllers\OrderController as Controller;
use Illuminate\Support\Facades\Route;

Route::apiResource('orders', Controller::class)->only(['index']);
Route::apiResource('carts', Controller::class)->except('store', 'update', 'destroy')->middleware('subscribed:1');
Route::get('/about', function () { return view('about'); });
"#,
        ),
        (
            "app/Console/Commands/Close.php",
            "<?php\n\nnamespace App\\Console\\Commands;\n\nuse Illuminate\\Console\\Command;\n\nclass Close extends Command\n{\n    protected $signature = 'orders:close {id}';\n\n    public function handle() {}\n}\n",
        ),
        ("routes/console.php", "<?php\n\nSchedule::command('orders:close --all')->daily();\n"),
    ]);
    let mut lines: Vec<String> = repository.endpoints().lines().map(str::to_owned).collect();
    lines.sort();
    expect![[r#"
        Command artisan orders:close Close::handle
        GET /admin/about routes/admin.php:8
        GET /admin/carts OrderController::index
        GET /admin/carts/:cart OrderController::show
        GET /admin/orders OrderController::index
        Task orders:close --all Close::handle"#]]
    .assert_eq(&lines.join("\n"));
    expect![[r#"
        Before subscribed:1
    "#]]
    .assert_eq(&repository.handler_filters("OrderController::show"));
    expect![[r#"
        OrderController::index filtered by Subscribed::handle [exact:7]
        OrderController::show filtered by Subscribed::handle [exact:8]
        Orders injected with StoredOrders [exact:5]
    "#]]
    .assert_eq(&repository.edges(&[EdgeKind::Inject, EdgeKind::Filter]));
}

#[test]
fn spring_reads_constants_base_controllers_and_functional_routes() {
    let repository = repository(&[
        (
            "src/Base.java",
            r#"package shop;

import org.springframework.web.bind.annotation.*;

abstract class Base {
  static final String ROOT = "/orders";

  @GetMapping("/count")
  long count() { return 0; }
}
"#,
        ),
        (
            "src/OrderController.java",
            r#"package shop;

@RestController
@RequestMapping(Base.ROOT)
class OrderController extends Base implements OrderApi {
  public void pay(long id) {}
}
"#,
        ),
        (
            "src/OrderApi.java",
            "package shop;\n\ninterface OrderApi {\n  @PostMapping(\"/{id}/pay\")\n  void pay(long id);\n}\n",
        ),
        (
            "src/Routes.java",
            r#"package shop;

class Routes {
  @Bean
  RouterFunction<ServerResponse> routes(CartHandler carts) {
    return route()
      .path("/carts", builder -> builder.GET("/{id}", carts::show))
      .POST("/carts", carts::create)
      .build();
  }

  @Bean
  RouterFunction<ServerResponse> other(CartHandler carts) {
    return RouterFunctions.route(GET("/old"), carts::show);
  }
}
"#,
        ),
        (
            "src/CartHandler.java",
            "package shop;\n\nclass CartHandler {\n  ServerResponse show(ServerRequest r) { return null; }\n  ServerResponse create(ServerRequest r) { return null; }\n}\n",
        ),
    ]);
    let mut lines: Vec<String> = repository.endpoints().lines().map(str::to_owned).collect();
    lines.sort();
    expect![[r#"
        GET /carts/:id CartHandler.show
        GET /old CartHandler.show
        GET /orders/count Base.count
        POST /carts CartHandler.create
        POST /orders/:id/pay OrderController.pay"#]]
    .assert_eq(&lines.join("\n"));
}
