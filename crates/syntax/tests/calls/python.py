from django.urls import include, path

urlpatterns = [
    path("orders/<int:pk>/", views.OrderView.as_view(), name="order"),
    path("api/", include("shop.api.urls")),
]


@app.get("/orders/{id}", tags=["orders"], response_model=Order)
async def order(id):
    row = await fetch(id)
    with transaction.atomic():
        save(row, force=True)
    asyncio.create_task(notify(row))
    for item in items():
        ship(item)
    try:
        charge(row, amount=1.5)
    except PaymentError:
        refund(row)
    finally:
        close()
    return render(row) if row else missing(f"no {id}")


@click.command()
@click.option("--count", default=1, help="How many.")
def cli(count):
    emails = [clean(one) for one in read()]
    send_email.delay(emails, countdown=60)
    send_email.apply_async(args=[1, 2], kwargs={"to": "a"})


@shared_task(bind=True, max_retries=3)
def send_email(self, to):
    sorted(to, key=lambda one: rank(one))
