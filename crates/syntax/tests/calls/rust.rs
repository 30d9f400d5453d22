//! Routes, attributes and calls of a small service.

#[get("/orders/<id>?<full>", rank = 2)]
async fn show(id: u64) -> Result<Json<Order>> {
    let order = store.find(id, "main").await?;
    if order.is_open() {
        notify(&order).await?;
    }
    match order.kind() {
        Kind::Card => pay_by_card(1.5),
        _ => pay_by_bill(true),
    }
    for line in order.lines() {
        ship(line);
    }
    tokio::spawn(async move { audit(id).await });
    order.lines().iter().for_each(|line| print(line));
    info!("shown {}", id);
    Ok(Json(order))
}

#[derive(Parser, Debug)]
#[command(name = "shop", about = "Sells things")]
struct Arguments {
    #[arg(short, long, default_value = "8080")]
    port: u16,
}

fn routes() -> Router {
    Router::new().route("/orders/:id", get(show).post(create)).layer(Trace::<Body>::new([1, 2]))
}
