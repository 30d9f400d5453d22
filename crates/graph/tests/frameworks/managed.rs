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
        POST /api/shop/carts OrderController::store ?
        PUT /api/shop/carts/:cart OrderController::update ?"#]]
    .assert_eq(&lines.join("\n"));
    expect![[r#"
        OrderController::show starts CloseOrder::handle [exact:11]
    "#]]
    .assert_eq(&repository.edges(&[EdgeKind::Async]));
}
