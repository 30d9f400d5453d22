package shop

@RestController
@RequestMapping("/orders", produces = ["application/json"])
class OrderController(private val orders: Orders) {
    @GetMapping("/{id}")
    suspend fun show(@PathVariable id: Long): Order {
        val order = orders.find(id, fresh = true)
        if (order.open()) {
            notify(order, "open $id")
        } else {
            close(null)
        }
        for (line in order.lines()) {
            ship(line, 1.5)
        }
        try {
            pay(order)
        } catch (error: PaymentException) {
            log.warn("failed", error)
        } finally {
            done()
        }
        scope.launch { audit(order) }
        order.lines.forEach { print(it) }
        transaction(db) { save(order) }
        return when (order.kind) {
            Kind.CARD -> payByCard(1)
            else -> payByBill()
        }
    }
}

fun Application.module() {
    routing {
        get("/orders/{id}") { call.respond(find(call.parameters["id"])) }
    }
}
