package shop;

@RestController
@RequestMapping(value = {"/orders", "/o"}, produces = "application/json")
public class OrderController {
    @GetMapping("/{id}")
    @PreAuthorize("hasRole('ADMIN')")
    public Order show(@PathVariable long id) {
        if (id > limit()) {
            throw new NotFound("no order", id);
        }
        for (Order order : repository.findAll()) {
            audit.record(order.getId(), true);
        }
        try (Session session = sessions.open("main")) {
            session.save(null);
        } catch (Exception error) {
            log.warn("failed", error);
        } finally {
            close();
        }
        orders.stream().map(order -> convert(order)).forEach(this::print);
        CompletableFuture.runAsync(() -> notifyAll(id));
        return switch (kind) {
            case CARD -> payByCard(1);
            default -> payByBill(2.5);
        };
    }

    @KafkaListener(topics = "orders", groupId = "shop")
    void listen(String message) {
        transactionTemplate.inTransaction(status -> { handle(message); return null; });
    }
}
