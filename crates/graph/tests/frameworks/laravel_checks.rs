//! Laravel: form requests, policies, observers, scopes and the list of listeners.

use crate::repository;
use expect_test::expect;
use fathom_graph::EdgeKind;

#[test]
fn requests_are_checked_policies_are_asked_and_models_are_observed() {
    let repository = repository(&[
        ("composer.json", r#"{"require": {"laravel/framework": "11"}}"#),
        (
            "routes/web.php",
            r#"<?php
use App\Http\Controllers\OrderController;
Route::middleware('auth')->group(function () {
    Route::middleware('auth')->put('orders/{order}', [OrderController::class, 'update']);
});
"#,
        ),
        (
            "app/Http/Controllers/OrderController.php",
            r#"<?php
namespace App\Http\Controllers;
use App\Events\OrderPaid;
use App\Facades\Bus;
use App\Http\Requests\OrderRequest;
use App\Jobs\SendReceipt;
use App\Models\Order;

class OrderController
{
    public function update(OrderRequest $request, Order $order)
    {
        $this->authorize('update', $order);
        $order->update([]);
        Order::open()->get();
        Bus::dispatch(new SendReceipt($order));
        event(new OrderPaid($order));
    }
}
"#,
        ),
        ("app/Facades/Bus.php", "<?php\nnamespace App\\Facades;\nclass Bus extends Facade {}\n"),
        (
            "app/Http/Requests/OrderRequest.php",
            "<?php\nnamespace App\\Http\\Requests;\nuse Illuminate\\Foundation\\Http\\FormRequest;\nclass OrderRequest extends FormRequest {\n  public function authorize() {}\n  public function rules() {}\n}\n",
        ),
        (
            "app/Models/Order.php",
            "<?php\nnamespace App\\Models;\nuse App\\Observers\\OrderObserver;\n#[ObservedBy(OrderObserver::class)]\nclass Order extends Model {\n  public function scopeOpen($query) {}\n}\n",
        ),
        (
            "app/Observers/OrderObserver.php",
            "<?php\nnamespace App\\Observers;\nclass OrderObserver {\n  public function updated($order) {}\n  public function deleted($order) {}\n}\n",
        ),
        (
            "app/Policies/OrderPolicy.php",
            "<?php\nnamespace App\\Policies;\nclass OrderPolicy {\n  public function update($user, $order) {}\n}\n",
        ),
        (
            "app/Jobs/SendReceipt.php",
            "<?php\nnamespace App\\Jobs;\nclass SendReceipt implements ShouldQueue {\n  public function handle() {}\n}\n",
        ),
        ("app/Events/OrderPaid.php", "<?php\nnamespace App\\Events;\nclass OrderPaid {}\n"),
        (
            "app/Listeners/PruneOrders.php",
            "<?php\nnamespace App\\Listeners;\nclass PruneOrders {\n  public function handle() {}\n}\n",
        ),
        (
            "app/Providers/EventServiceProvider.php",
            "<?php\nnamespace App\\Providers;\nuse App\\Events\\OrderPaid;\nuse App\\Listeners\\PruneOrders;\nclass EventServiceProvider {\n  protected $listen = [\n    OrderPaid::class => [\n      PruneOrders::class,\n    ],\n  ];\n}\n",
        ),
    ]);
    expect![[r#"
        Before auth
        Before OrderRequest::authorize
        Before OrderRequest::rules
    "#]]
    .assert_eq(&repository.handler_filters("OrderController::update"));
    expect![[r#"
        OrderController::update delegates to Order::scopeOpen [exact:15]
        OrderController::update runs callback OrderObserver::updated [exact:14]
        OrderController::update runs callback OrderPolicy::update [inferred:13]
        OrderController::update runs callback PruneOrders::handle [exact:17]
        OrderController::update starts SendReceipt::handle [exact:16]
    "#]]
    .assert_eq(&repository.edges(&[EdgeKind::Callback, EdgeKind::Async, EdgeKind::Delegate]));
}
