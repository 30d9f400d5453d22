namespace Shop;

[ApiController]
[Route("api/[controller]")]
public class OrdersController : ControllerBase
{
    [HttpGet("{id:int}", Name = "GetOrder")]
    [Authorize(Roles = "Admin")]
    public async Task<Order> Show(int id)
    {
        var order = await repository.FindAsync(id, tracking: false);
        if (order is null) { return Missing($"no {id}"); }
        using (var scope = database.BeginTransaction()) { scope.Save(order); }
        foreach (var line in order.Lines()) { Ship(line, 1.5); }
        try { Pay(order); } catch (PaymentException error) { logger.LogError(error, "failed"); } finally { Done(); }
        Task.Run(() => Notify(order));
        return order.Open ? Render(order) : new Order("closed", null);
    }

    public static void Map(WebApplication app)
    {
        app.MapGet("/orders/{id}", (int id) => Find(id)).RequireAuthorization();
        app.MapPost("/orders", Create);
    }
}
