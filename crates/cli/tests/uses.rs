//! `impact` lists every use of a class and of a method, not only calls.

use crate::support::{Fixture, each};

fn impacted(fixture: &Fixture, symbol: &str) -> Vec<String> {
    let answer = fixture.json(&["impact", symbol, "--depth", "1"]);
    each(&answer["impacted"], "node").into_iter().map(str::to_owned).collect()
}

#[test]
fn a_class_is_used_where_it_is_rescued_and_where_its_job_is_put_in_a_queue() {
    let fixture = Fixture::plain(&[
        ("app/mail_job.rb", "class MailJob\n  include Sidekiq::Job\n  def perform(id); end\nend\n"),
        ("app/payment_error.rb", "class PaymentError < StandardError; end\n"),
        (
            "app/checkout.rb",
            "class Checkout\n  def pay\n    charge\n  rescue PaymentError\n    MailJob.perform_async(1)\n  end\nend\n",
        ),
    ]);
    assert_eq!(impacted(&fixture, "PaymentError"), ["app/checkout.rb::Checkout#pay"]);
    assert_eq!(impacted(&fixture, "MailJob"), ["app/checkout.rb::Checkout#pay"]);
}

#[test]
fn a_method_with_another_number_of_parameters_implements_nothing() {
    let fixture = Fixture::plain(&[(
        "shop/serve.go",
        "package shop\n\ntype Handler interface {\n\tServe(w int, r int)\n}\n\ntype Two struct{}\n\nfunc (t Two) Serve(w int, r int) {}\n\ntype Three struct{}\n\nfunc (t Three) Serve(w int, r int, next int) {}\n",
    )]);
    assert_eq!(impacted(&fixture, "Handler.Serve"), ["shop/serve.go::Two.Serve"]);
}

#[test]
fn a_method_is_used_where_it_is_passed_on() {
    let fixture = Fixture::plain(&[
        (
            "src/loader.ts",
            "export class Loader {\n  load(x: number) { return x }\n  bound() { return [1].map(this.load.bind(this)) }\n  plain() { return [1].map(this.load) }\n}\n",
        ),
        (
            "shop/order.py",
            "class Order:\n    def line(self, x):\n        return x\n\n    def lines(self, all):\n        return list(map(self.line, all))\n",
        ),
    ]);
    let loads = impacted(&fixture, "Loader.load");
    assert_eq!(loads, ["src/loader.ts::Loader.bound", "src/loader.ts::Loader.plain"]);
    assert_eq!(impacted(&fixture, "Order.line"), ["shop/order.py::Order.lines"]);
}

#[test]
fn a_callback_has_the_types_that_its_callee_writes() {
    let fixture = Fixture::plain(&[
        (
            "src/app.ts",
            "export class Context {\n  text(body: string) { return body }\n}\nexport type Handler = (c: Context) => string\nexport class App {\n  get(path: string, handler: Handler) { return this }\n}\n",
        ),
        (
            "src/main.ts",
            "import { App } from './app'\n\nexport function start() {\n  const app = new App()\n  app.get('/', (c) => c.text('a'))\n}\n",
        ),
    ]);
    let answer = fixture.json(&["impact", "Context.text", "--depth", "1"]);
    let used = &answer["impacted"][0];
    assert_eq!(used["node"], "src/main.ts::start", "{answer}");
    assert_eq!(used["confidence"], 1.0);
}

#[test]
fn the_limit_holds_for_tests_too_and_they_are_counted() {
    let test = |n: usize| format!("from price import price\n\n\ndef test_price_{n}():\n    assert price()\n");
    let fixture = Fixture::plain(&[
        ("price.py", "def price():\n    return 1\n"),
        ("tests/test_one.py", &test(1)),
        ("tests/test_two.py", &test(2)),
    ]);
    let answer = fixture.json(&["impact", "price", "--limit", "1"]);
    assert_eq!(answer["tests"].as_array().unwrap().len(), 1, "{answer}");
    assert_eq!((&answer["total_tests"], &answer["total"]), (&2.into(), &2.into()), "{answer}");
}
