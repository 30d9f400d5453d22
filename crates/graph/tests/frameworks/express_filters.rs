//! Middleware of Express: where it applies; groups of Flask and of Go that are made in passing.

use crate::repository;
use expect_test::expect;
use fathom_graph::EdgeKind;

#[test]
fn middleware_applies_below_its_path_to_what_is_declared_behind_it() {
    let repository = repository(&[
        ("package.json", r#"{"dependencies": {"express": "4"}}"#),
        (
            "server.js",
            r#"
const express = require("express");
const { audit, admin, failed, missing, list, remove } = require("./handlers");
const orders = require("./orders");
const app = express();

app.use(audit);
app.use("/admin", admin);
app.get("/items", list);
app.delete("/admin/items/:id", remove);
orders(app);
app.use(missing);
app.use(failed);
"#,
        ),
        (
            "orders.js",
            r#"
const { show } = require("./handlers");
module.exports = function routes(app) {
  app.get("/orders/:id", show);
};
"#,
        ),
        (
            "handlers.js",
            r#"
function audit(req, res, next) {}
function admin(req, res, next) {}
function missing(req, res, next) {}
function failed(error, req, res, next) {}
function list(req, res) {}
function remove(req, res) {}
function show(req, res) {}
module.exports = { audit, admin, failed, missing, list, remove, show };
"#,
        ),
    ]);
    expect![[r#"
        GET /orders/:id show
        GET /items list
        DELETE /admin/items/:id remove
    "#]]
    .assert_eq(&repository.endpoints());
    expect![[r#"
        Before audit
        After failed
    "#]]
    .assert_eq(&repository.handler_filters("list"));
    expect![[r#"
        Before audit
        Before admin
        After failed
    "#]]
    .assert_eq(&repository.handler_filters("remove"));
}

#[test]
fn classes_of_flask_have_a_method_for_each_http_method_in_a_namespace() {
    let repository = repository(&[
        (
            "api.py",
            r#"
from flask import Blueprint, Flask
from flask_restx import Api, Namespace, Resource

bp = Blueprint("api", __name__, url_prefix="/api/v1")
api = Api(bp)
orders = Namespace("orders")
api.add_namespace(orders, "/orders")


def check(view):
    return view


@orders.route("/<int:order_id>")
@orders.param("order_id", "the number")
class OrderDetail(Resource):
    @check
    def get(self, order_id):
        pass

    def delete(self, order_id):
        pass


class Ping(Resource):
    def get(self):
        pass


api.add_resource(Ping, "/ping")
"#,
        ),
        (
            "app.py",
            r#"
from flask import Flask
from api import bp


def hooks(app):
    @app.before_request
    def signed_in():
        pass


def create_app():
    app = Flask(__name__)
    hooks(app)
    app.register_blueprint(bp)
    return app
"#,
        ),
    ]);
    expect![[r#"
        GET /api/v1/orders/:order_id OrderDetail.get
        DELETE /api/v1/orders/:order_id OrderDetail.delete
        GET /api/v1/ping Ping.get
    "#]]
    .assert_eq(&repository.endpoints());
    expect![[r#"
        Before signed_in
        Before check
    "#]]
    .assert_eq(&repository.handler_filters("OrderDetail.get"));
}

#[test]
fn a_group_of_gin_need_not_be_stored() {
    let repository = repository(&[(
        "main.go",
        r#"
package main

import "github.com/gin-gonic/gin"

func create(c *gin.Context) {}
func list(c *gin.Context) {}
func audit(c *gin.Context) {}

func main() {
	r := gin.New()
	r.Group("/users").Use(audit).POST("", create)
	r.GET("/list", list)
	r.Match([]string{"GET", "HEAD"}, "/health", list)
	r.GET("version", func(c *gin.Context) { list(c) })
}
"#,
    )]);
    expect![[r#"
        POST /users create
        GET /list list
        ANY /health list
        GET /version main.go:15
    "#]]
    .assert_eq(&repository.endpoints());
    expect![[r#"
        Before audit
    "#]]
    .assert_eq(&repository.handler_filters("create"));
    expect![[r#""#]].assert_eq(&repository.handler_filters("list"));
}

#[test]
fn routers_may_be_required_in_place_and_schemas_give_methods() {
    let repository = repository(&[
        ("package.json", r#"{"dependencies": {"express": "4", "mongoose": "8"}}"#),
        (
            "app.js",
            "const express = require('express');\nconst app = express();\napp.use('/api', require('./users'));\n",
        ),
        (
            "users.js",
            r#"
const router = require('express').Router();
const User = require('./user');
const service = require('./service');

async function show(req, res) {
  const user = await User.findByName(req.params.name);
  res.json(user.token());
  await service.store(user);
}

router.get('/users/:name', show);
module.exports = router;
"#,
        ),
        (
            "user.js",
            r#"
const mongoose = require('mongoose');
const UserSchema = new mongoose.Schema({});
UserSchema.methods.token = function () { return 1; };
UserSchema.statics.findByName = function (name) { return this.findOne({ name }); };
module.exports = mongoose.model('User', UserSchema);
"#,
        ),
        (
            "service.js",
            "class Service {\n  store(user) { return user.save(); }\n}\nmodule.exports = new Service();\n",
        ),
    ]);
    expect![[r#"
        GET /api/users/:name show
    "#]]
    .assert_eq(&repository.endpoints());
    expect![[r#"
        show calls Service.store [exact:9]
        show delegates to UserSchema.methods.token [inferred:8]
        show delegates to UserSchema.statics.findByName [inferred:7]
    "#]]
    .assert_eq(&repository.edges(&[EdgeKind::Call, EdgeKind::Delegate]));
}
