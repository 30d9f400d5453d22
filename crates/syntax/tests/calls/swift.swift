func routes(_ app: Application) throws {
    app.get("orders", ":id") { request in
        show(request)
    }
    app.post("orders", use: create)
    let order = try await store.find(id, fresh: true)
    if order.open() { notify(order, "open") } else { close(nil) }
    for line in order.lines() { ship(line, 1.5) }
    order.lines.forEach { print($0) }
    do { try pay(order) } catch { log("failed \(error)") }
    switch order.kind {
    case .card: payByCard([1, 2])
    default: payByBill()
    }
}
