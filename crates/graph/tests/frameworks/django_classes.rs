//! What classes of Django and REST framework run in classes of an application, and signals of models.

use crate::repository;
use expect_test::expect;
use fathom_graph::EdgeKind;
use fathom_graph::frameworks::Endpoint;

const MODELS: (&str, &str) = (
    "shop/models.py",
    r#"
from django.contrib.auth.models import User
from django.db import models
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver


class Order(models.Model):
    def save(self, *args, **kwargs):
        super().save(*args, **kwargs)


class Line(models.Model):
    order = models.ForeignKey(Order, on_delete=models.CASCADE)


@receiver(post_save, sender=Order)
def order_saved(sender, instance, **kwargs):
    pass


@receiver(post_delete, sender=Line)
def line_deleted(sender, instance, **kwargs):
    pass


@receiver(post_save, sender=User)
def make_profile(sender, instance, **kwargs):
    pass
"#,
);

#[test]
fn actions_of_a_view_set_run_its_hooks_and_its_serializer() {
    let repository = repository(&[
        MODELS,
        (
            "shop/urls.py",
            r#"
from rest_framework.routers import SimpleRouter
from shop.views import OrderViewSet

router = SimpleRouter()
router.register("orders", OrderViewSet)
urlpatterns = router.urls
"#,
        ),
        (
            "shop/views.py",
            r#"
from rest_framework import viewsets
from rest_framework.decorators import action
from shop.models import Order
from shop.serializers import OrderSerializer


class OrderViewSet(viewsets.ModelViewSet):
    serializer_class = OrderSerializer

    def get_permissions(self):
        return super().get_permissions()

    def get_queryset(self):
        return Order.objects.all()

    @action(detail=True, methods=["post"])
    def pay(self, request, pk):
        order = self.get_object()
        serializer = self.get_serializer(order, data=request.data)
        serializer.is_valid()
        serializer.save()
"#,
        ),
        (
            "shop/serializers.py",
            r#"
from rest_framework import serializers
from shop.models import Order


class OrderSerializer(serializers.ModelSerializer):
    class Meta:
        model = Order

    def validate_number(self, value):
        return value

    def create(self, validated_data):
        return super().create(validated_data)
"#,
        ),
    ]);
    let graph = repository.graph();
    let line = |endpoint: &Endpoint| {
        let steps = graph.inherited_steps(endpoint);
        let steps: Vec<String> = steps.iter().map(|hop| graph.qualified_name(hop.to)).collect();
        format!("{} {}: {}\n", endpoint.method, endpoint.handler, steps.join(", "))
    };
    let lines: String = graph.models().endpoints.iter().map(line).collect();
    expect![[r#"
        GET OrderViewSet.list: OrderViewSet.get_queryset
        POST OrderViewSet.create: OrderSerializer.validate_number, OrderSerializer.create
        GET OrderViewSet.retrieve: OrderViewSet.get_queryset
        PUT OrderViewSet.update: OrderViewSet.get_queryset, OrderSerializer.validate_number, Order.save
        PATCH OrderViewSet.partial_update: OrderViewSet.get_queryset, OrderSerializer.validate_number, Order.save
        DELETE OrderViewSet.destroy: OrderViewSet.get_queryset, line_deleted
        POST OrderViewSet.pay: 
         order_saved: 
         line_deleted: 
         make_profile: 
    "#]].assert_eq(&lines);
    let pay: String = repository
        .edges(&[EdgeKind::Callback])
        .lines()
        .filter(|line| line.contains("pay"))
        .fold(String::new(), |all, line| all + line + "\n");
    expect![[r#"
        OrderViewSet.pay runs callback OrderSerializer.create [inferred:22]
        OrderViewSet.pay runs callback OrderSerializer.validate_number [inferred:21]
        OrderViewSet.pay runs callback OrderViewSet.get_queryset [exact:19]
    "#]]
    .assert_eq(&pay);
    assert_eq!(repository.filters("OrderViewSet", "list"), "Before get_permissions\n");
}

#[test]
fn generic_views_check_their_form_and_save_it() {
    let repository = repository(&[
        MODELS,
        (
            "shop/urls.py",
            "from django.urls import path\nfrom shop.views import Create\n\nurlpatterns = [path('new/', Create.as_view())]\n",
        ),
        (
            "shop/views.py",
            r#"
from django.views.generic import CreateView
from shop.forms import OrderForm


class Create(CreateView):
    form_class = OrderForm

    def form_valid(self, form):
        return super().form_valid(form)


def plain(request):
    form = OrderForm(request.POST)
    if form.is_valid():
        form.save()
"#,
        ),
        (
            "shop/forms.py",
            r#"
from django import forms
from shop.models import Order


class OrderForm(forms.ModelForm):
    class Meta:
        model = Order

    def clean_number(self):
        return 1

    def save(self, commit=True):
        return super().save(commit=False)
"#,
        ),
    ]);
    expect![[r#"
        Create runs callback Create.form_valid [exact:6]
        Create runs callback OrderForm.clean_number [exact:6]
        Create.form_valid runs callback OrderForm.save [exact:10]
        Order.save runs callback order_saved [exact:10]
        plain runs callback OrderForm.clean_number [exact:15]
    "#]]
    .assert_eq(&repository.edges(&[EdgeKind::Callback]));
}

#[test]
fn signals_of_models_are_sent_by_queries_related_objects_and_foreign_models() {
    let repository = repository(&[
        MODELS,
        (
            "shop/services.py",
            r#"
from django.contrib.auth.models import User
from shop.models import Order


def make():
    Order.objects.create()


def store():
    order = Order()
    order.save()


def sweep():
    Order.objects.filter(old=True).delete()


def sign_up():
    User.objects.create_user("a")
"#,
        ),
    ]);
    expect![[r#"
        Order.save runs callback order_saved [exact:10]
        make runs callback Order.save [exact:7]
        sign_up runs callback make_profile [inferred:20]
        sweep runs callback line_deleted [inferred:16]
    "#]]
    .assert_eq(&repository.edges(&[EdgeKind::Callback]));
}

#[test]
fn constants_named_for_a_field_are_its_states_and_assignments_write_them() {
    let repository = repository(&[(
        "shop/models.py",
        r#"
from django.db import models


class Order(models.Model):
    STATUS_NEW = "new"
    STATUS_PAID = "paid"
    status = models.CharField(max_length=8)


def pay(order):
    order.status = Order.STATUS_PAID


def unpaid():
    return Order.objects.filter(status=Order.STATUS_NEW)


def make():
    return Order(status=Order.STATUS_NEW)
"#,
    )]);
    let graph = repository.graph();
    let machine = &graph.models().machines[0];
    let states: Vec<&str> = machine.states.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(states, ["STATUS_NEW", "STATUS_PAID"]);
    let writers: Vec<String> = machine
        .writers
        .iter()
        .map(|one| format!("{} {}", graph.qualified_name(one.symbol), one.state))
        .collect();
    assert_eq!(writers, ["pay STATUS_PAID", "make STATUS_NEW"]);
}
