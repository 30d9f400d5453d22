<?php

use Illuminate\Support\Facades\Route;

Route::get('/orders/{id}', [OrderController::class, 'show'])->name('orders.show');
Route::middleware('auth')->group(function () {
    Route::resource('users', UserController::class, ['only' => ['index']]);
});

class OrderController
{
    #[Route('/orders/{id}', name: 'order', methods: ['GET', 'HEAD'])]
    public function show(int $id): Response
    {
        DB::transaction(function () use ($id) {
            $this->orders->lock($id, true);
        });
        if ($this->ready($id)) {
            SendReceipt::dispatch($id, 1.5)->delay(60);
        } elseif (late()) {
            warn("late $id");
        }
        foreach (lines($id) as $line) {
            ship($line, null);
        }
        try {
            pay($id);
        } catch (PaymentError $error) {
            report($error);
        } finally {
            done();
        }
        array_map(fn ($one) => clean($one), $rows);
        return new JsonResponse(['id' => $id], 200);
    }
}
