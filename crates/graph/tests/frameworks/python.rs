//! Django, Celery, Click and argparse.

use crate::repository;
use expect_test::expect;
use fathom_graph::EdgeKind;

const DJANGO_URLS: &str = r#"
from django.contrib.auth.decorators import login_required
from django.urls import include, path, re_path
from rest_framework.routers import DefaultRouter
from shop import views
from shop.views import OrderViewSet

router = DefaultRouter()
router.register(r"orders", OrderViewSet)

api_patterns = [
    path("ping/", views.ping),
]

urlpatterns = [
    path("orders/<int:pk>/", views.OrderView.as_view(), name="order"),
    re_path(r"^carts/(?P<cart>[^/]+)/$", login_required(views.cart)),
    path("api/", include(router.urls)),
    path("v2/", include(api_patterns)),
    path("admin/", include("shop.admin_urls")),
    path("nested/", include([
        path("list/", views.OrderList.as_view()),
    ])),
]
"#;
const DJANGO_VIEWS: &str = r#"
from django.views.decorators.http import require_POST
from django.views.generic import ListView, View
from rest_framework import mixins, viewsets
from rest_framework.decorators import action
from shop.models import Order
from shop.signals import order_paid


def audited(view):
    return view


@require_POST
def ping(request):
    return None


@audited
def cart(request, cart):
    return None


class OrderView(View):
    def dispatch(self, request):
        return super().dispatch(request)

    def get(self, request, pk):
        return None

    def post(self, request, pk):
        order = Order()
        order.save()
        order_paid.send(sender=Order, order=order)


class OrderList(ListView):
    def get_queryset(self):
        return []


class OrderViewSet(mixins.ListModelMixin, viewsets.GenericViewSet):
    lookup_field = "code"

    def retrieve(self, request, code):
        return None

    @action(detail=True, methods=["post", "delete"], url_path="mark-paid")
    def mark_paid(self, request, code):
        return None
"#;

#[test]
fn django_patterns_include_each_other_and_view_sets_have_routes() {
    let repository = repository(&[
        ("shop/__init__.py", ""),
        ("shop/urls.py", DJANGO_URLS),
        ("shop/views.py", DJANGO_VIEWS),
        (
            "shop/admin_urls.py",
            "from django.urls import path\nfrom shop.views import ping\nurlpatterns = [path('ping', ping)]\n",
        ),
        ("shop/models.py", "class Order:\n    def save(self):\n        pass\n"),
        ("shop/signals.py", "from django.dispatch import Signal\norder_paid = Signal()\n"),
        (
            "shop/receivers.py",
            r#"
from django.db.models.signals import post_save
from django.dispatch import receiver
from shop.models import Order
from shop.signals import order_paid


@receiver(order_paid, dispatch_uid="mail")
def send_mail(sender, order, **kwargs):
    pass


@receiver(post_save, sender=Order)
def reindex(sender, instance, **kwargs):
    pass
"#,
        ),
        ("shop/management/commands/sweep.py", "class Command:\n    def handle(self):\n        pass\n"),
    ]);
    let mut lines: Vec<String> = repository.endpoints().lines().map(str::to_owned).collect();
    lines.sort();
    expect![[r#"
        ANY /carts/:cart/ cart
        Command manage.py sweep Command.handle
        DELETE /api/orders/:code/mark-paid/ OrderViewSet.mark_paid
        Event order_paid send_mail
        Event post_save reindex
        GET /api/ APIRootView ?
        GET /api/orders/ OrderViewSet.list ?
        GET /api/orders/:code/ OrderViewSet.retrieve
        GET /nested/list/ OrderList ?
        GET /orders/:pk/ OrderView.get
        POST /admin/ping ping
        POST /api/orders/:code/mark-paid/ OrderViewSet.mark_paid
        POST /orders/:pk/ OrderView.post
        POST /v2/ping/ ping
    "#]]
    .assert_eq(&(lines.join("\n") + "\n"));
    expect![[r#"
        OrderList runs callback OrderList.get_queryset [exact:37]
        OrderView.post runs callback reindex [exact:33]
        OrderView.post runs callback send_mail [exact:34]
    "#]]
    .assert_eq(&repository.edges(&[EdgeKind::Callback]));
    expect![[r#"
        Before login_required
        Before audited
    "#]]
    .assert_eq(&repository.handler_filters("cart"));
    expect![[r#"
        Around dispatch
    "#]]
    .assert_eq(&repository.handler_filters("OrderView.get"));
}

#[test]
fn choices_of_a_django_field_are_states() {
    let repository = repository(&[(
        "shop/models.py",
        r#"
from django.db import models


class Order(models.Model):
    STATUS_PENDING = "n"
    STATUS_PAID = "p"
    STATUS_CHOICE = ((STATUS_PENDING, "pending"), (STATUS_PAID, "paid"))
    status = models.CharField(max_length=3, choices=STATUS_CHOICE, default=STATUS_PENDING)


def pay(orders):
    orders.update(status=Order.STATUS_PAID)
"#,
    )]);
    let graph = repository.graph();
    let machine = &graph.models().machines[0];
    let states: Vec<(&str, bool)> =
        machine.states.iter().map(|one| (one.name.as_str(), one.initial)).collect();
    assert_eq!(states, [("STATUS_PENDING", true), ("STATUS_PAID", false)]);
    assert_eq!(machine.writers.len(), 1);
    assert_eq!(graph.qualified_name(machine.writers[0].symbol), "pay");
}

#[test]
fn celery_tasks_are_jobs_and_a_delay_starts_them() {
    let repository = repository(&[(
        "tasks.py",
        r#"
from celery import shared_task


@shared_task(bind=True)
def send_mail(self, order):
    pass


class Action:
    def do(self):
        return self.task.apply_async()


class Mailing(Action):
    task = send_mail


def close(order):
    send_mail.delay(order)
"#,
    )]);
    expect![[r#"
        Job send_mail send_mail
    "#]]
    .assert_eq(&repository.endpoints());
    expect![[r#"
        Action.do starts send_mail [inferred:12]
        close starts send_mail [exact:20]
    "#]]
    .assert_eq(&repository.edges(&[EdgeKind::Async]));
}

#[test]
fn commands_of_click_and_argparse_have_their_functions() {
    let repository = repository(&[
        (
            "cli.py",
            r#"
import click


@click.group()
def shop():
    pass


@shop.command("close-orders")
@click.option("--days", default=1)
def close(days):
    pass
"#,
        ),
        (
            "tool.py",
            r#"
import argparse


def run_serve(args):
    pass


def main():
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers()
    serve = commands.add_parser("serve")
    serve.set_defaults(func=run_serve)
"#,
        ),
    ]);
    let mut lines: Vec<String> = repository.endpoints().lines().map(str::to_owned).collect();
    lines.sort();
    expect![[r#"
        Command serve run_serve
        Command shop close-orders close
        Command shop shop"#]]
    .assert_eq(&lines.join("\n"));
}

#[test]
fn objects_that_queries_relations_and_views_return_are_of_a_model() {
    let repository = repository(&[
        (
            "shop/models.py",
            r#"
from django.db import models


class Order(models.Model):
    def cancel(self):
        pass


class Payment(models.Model):
    order = models.ForeignKey(Order, related_name="payments", on_delete=models.CASCADE)

    def confirm(self):
        self.order.cancel()
"#,
        ),
        (
            "shop/views.py",
            r#"
from rest_framework import viewsets
from shop.models import Order


class Confirm:
    def confirm(self):
        pass


class OrderViewSet(viewsets.ModelViewSet):
    queryset = Order.objects.none()

    def pay(self, request):
        order = self.get_object()
        payment = order.payments.filter(state=1).get(pk=1)
        payment.confirm()


def cancel_all(pk):
    first = Order.objects.select_for_update().get(pk=pk)
    first.cancel()
    for order in Order.objects.filter(pk=pk):
        order.cancel()
"#,
        ),
    ]);
    expect![[r#"
        OrderViewSet.pay delegates to Payment.confirm [inferred:17]
        Payment.confirm delegates to Order.cancel [inferred:14]
        cancel_all delegates to Order.cancel [inferred:22]
    "#]]
    .assert_eq(&repository.edges(&[EdgeKind::Delegate]));
}

#[test]
fn middleware_of_the_settings_runs_around_every_view() {
    let made = repository(&[
        (
            "shop/urls.py",
            "from django.urls import path\nfrom shop import views\n\nurlpatterns = [path('orders/', views.orders)]\n",
        ),
        ("shop/views.py", "def orders(request):\n    return None\n"),
        (
            "shop/middleware.py",
            "class Tenants:\n    def __call__(self, request):\n        return None\n\n\ndef audit(get_response):\n    return get_response\n",
        ),
        (
            "shop/settings.py",
            "MIDDLEWARE = [\n    'django.middleware.common.CommonMiddleware',\n    'shop.middleware.Tenants',\n    'shop.middleware.audit',\n]\n",
        ),
    ]);
    let graph = made.graph();
    let lines = graph.models().middleware.iter().map(|one| {
        let runs = one.symbol.map_or_else(|| "?".to_owned(), |symbol| graph.qualified_name(symbol));
        format!("{} {runs}:{}\n", one.name, one.line)
    });
    expect![[r#"
        CommonMiddleware ?:2
        Tenants Tenants.__call__:3
        audit audit:4
    "#]]
    .assert_eq(&lines.collect::<String>());
}

#[test]
fn views_of_django_have_checks_and_actions_of_the_framework_run_hooks() {
    let repository = repository(&[
        ("manage.py", "import django\n"),
        (
            "shop/urls.py",
            r#"
from django.urls import include, path
from rest_framework.routers import SimpleRouter
from shop.views import Home, OrderViewSet

router = SimpleRouter()
router.register("orders", OrderViewSet)
urlpatterns = [path("", Home.as_view()), path("api/", include(router.urls))]
"#,
        ),
        (
            "shop/views.py",
            r#"
from django.contrib.auth.mixins import LoginRequiredMixin
from django.views.generic import View
from drf_spectacular.utils import extend_schema_view
from rest_framework import mixins, viewsets
from rest_framework.permissions import IsAuthenticated


class IsOwner:
    def has_permission(self, request, view):
        return True


class Home(LoginRequiredMixin, View):
    def get(self, request):
        pass


@extend_schema_view()
class OrderViewSet(mixins.CreateModelMixin, viewsets.GenericViewSet):
    permission_classes = [IsAuthenticated, IsOwner]

    def perform_create(self, serializer):
        serializer.save()
"#,
        ),
    ]);
    expect![[r#"
        GET / Home.get
        POST /api/orders/ OrderViewSet.create ?
    "#]]
    .assert_eq(&repository.endpoints());
    let before = |handler: &str| repository.handler_filters(handler).replace('\n', " ");
    assert_eq!(before("Home.get"), "Before LoginRequiredMixin ");
    assert_eq!(before("OrderViewSet"), "Before IsAuthenticated Before IsOwner ");
    let graph = repository.graph();
    let create = graph.models().endpoints.iter().find(|one| one.handler == "OrderViewSet.create").unwrap();
    let steps = graph.inherited_steps(create);
    let steps: Vec<String> = steps.iter().map(|hop| graph.qualified_name(hop.to)).collect();
    assert_eq!(steps, ["OrderViewSet.perform_create"]);
}
