package shop

@Singleton
class Orders @Inject() (store: Store) {
  @deprecated("use find", since = "2.0")
  def show(id: Long) = Action.async { request =>
    if (store.open(id)) notify(id, "open") else close(null)
    for (line <- store.lines(id)) ship(line, 1.5)
    store.lines(id).foreach(line => print(line))
    kind match {
      case Card => payByCard(true)
      case _ => payByBill(s"no $id")
    }
    try pay(id) catch { case e: Failure => log(e) } finally done()
    new Order(id)
  }
}
