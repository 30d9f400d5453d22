//! Flask and `FastAPI`.

use crate::repository;
use expect_test::expect;
use fathom_graph::EdgeKind;

#[test]
fn flask_blueprints_have_prefixes_and_hooks() {
    let repository = repository(&[
        (
            "app.py",
            r#"
from flask import Flask
from orders import bp


def create_app():
    app = Flask(__name__)
    app.register_blueprint(bp, url_prefix="/shop")
    return app
"#,
        ),
        (
            "orders.py",
            r#"
from functools import wraps
from flask import Blueprint

bp = Blueprint("orders", __name__, url_prefix="/orders")


def login_required(view):
    return view


@bp.before_request
def load_user():
    pass


@bp.route("/<int:id>", methods=["GET", "POST"])
@login_required
def show(id):
    return id


@bp.get("/")
def index():
    return ""
"#,
        ),
    ]);
    expect![[r#"
        GET /shop/:id show
        POST /shop/:id show
        GET /shop index
    "#]]
    .assert_eq(&repository.endpoints());
    expect![[r#"
        Before load_user
        Before login_required
    "#]]
    .assert_eq(&repository.handler_filters("show"));
}

#[test]
fn fastapi_routers_nest_and_dependencies_run_first() {
    let repository = repository(&[
        (
            "main.py",
            r#"
from fastapi import Depends, FastAPI
from routers import orders


def verify_token():
    pass


app = FastAPI()
app.include_router(orders.router, prefix="/api", dependencies=[Depends(verify_token)])


@app.get("/health")
def health():
    return {}
"#,
        ),
        ("routers/__init__.py", ""),
        (
            "routers/orders.py",
            r#"
from fastapi import APIRouter, BackgroundTasks, Depends

router = APIRouter(prefix="/orders")


def session():
    pass


def current_user(db=Depends(session)):
    pass


def notify(order):
    pass


@router.post("/{id}/pay")
def pay(id: int, tasks: BackgroundTasks, user=Depends(current_user)):
    tasks.add_task(notify, id)
"#,
        ),
    ]);
    expect![[r#"
        GET /health health
        POST /api/orders/:id/pay pay
    "#]]
    .assert_eq(&repository.endpoints());
    expect![[r#"
        Before verify_token
        Before session
        Before current_user
    "#]]
    .assert_eq(&repository.handler_filters("pay"));
    expect![[r#"
        pay starts notify [exact:21]
    "#]]
    .assert_eq(&repository.edges(&[EdgeKind::Async]));
}

#[test]
fn flask_commands_are_no_routes_and_functions_can_add_rules() {
    let repository = repository(&[(
        "app.py",
        r#"
import click
from flask import Blueprint
from flask.views import MethodView

shop = Blueprint("shop", __name__, url_prefix="/shop")


@click.group()
def main():
    pass


@main.command("close")
def close():
    pass


def register_view(blueprint, routes, view_func):
    for route in routes:
        blueprint.add_url_rule(route, view_func=view_func)


class Orders(MethodView):
    def get(self):
        pass

    def post(self):
        pass


register_view(shop, routes=["/orders", "/all"], view_func=Orders.as_view("orders"))
"#,
    )]);
    let routes: String = repository
        .endpoints()
        .lines()
        .filter(|one| one.contains(" /"))
        .fold(String::new(), |all, line| format!("{all}{line}\n"));
    expect![[r#"
        GET /shop/orders Orders.get
        POST /shop/orders Orders.post
        GET /shop/all Orders.get
        POST /shop/all Orders.post
    "#]]
    .assert_eq(&routes);
}

#[test]
fn fastapi_reads_named_dependencies_settings_own_routers_and_classes() {
    let repository = repository(&[(
        "app.py",
        r#"
from typing import Annotated
from fastapi import APIRouter, Depends, FastAPI


class Settings:
    API: str = "/api/v1"


settings = Settings()


def get_db():
    pass


Db = Annotated[object, Depends(get_db)]


def get_user(db: Db):
    pass


class UserRouter(APIRouter):
    def __init__(self, prefix: str = ""):
        super().__init__(prefix=prefix, dependencies=[Depends(get_user)])


User = Annotated[object, Depends(get_user)]
router = APIRouter(prefix="/orders")
private = UserRouter(prefix="/carts")


@router.get("/")
def orders(user: User):
    pass


@private.get("")
def carts():
    pass


def locale():
    pass


class Base:
    lang: str = Depends(locale)


class Pages(Base):
    @router.get("/pages")
    def pages(self):
        pass


app = FastAPI()
app.include_router(router, prefix=settings.API)
app.include_router(private, prefix=settings.API)
"#,
    )]);
    expect![[r#"
        GET /api/v1/orders/ orders
        GET /api/v1/carts carts
        GET /api/v1/orders/pages Pages.pages
    "#]]
    .assert_eq(&repository.endpoints());
    let before = |handler: &str| repository.handler_filters(handler).replace('\n', " ");
    assert_eq!(before("orders"), "Before get_db Before get_user ");
    assert_eq!(before("carts"), "Before get_user ");
    assert_eq!(before("Pages.pages"), "Before locale ");
}
