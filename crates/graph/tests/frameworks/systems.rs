//! Routers and commands of Go and Rust, and Thor.

use crate::repository;
use expect_test::expect;

#[test]
fn gin_groups_are_passed_to_functions() {
    let repository = repository(&[
        ("go.mod", "module shop\n\nrequire github.com/gin-gonic/gin v1.9.0\n"),
        (
            "main.go",
            r#"package main

import (
	"github.com/gin-gonic/gin"
	"shop/orders"
)

func main() {
	r := gin.Default()
	r.Use(logger)
	api := r.Group("/api", auth)
	orders.Register(api)
	r.GET("/health", health)
}

func logger(c *gin.Context) {}

func auth(c *gin.Context) {}

func health(c *gin.Context) {}
"#,
        ),
        (
            "orders/orders.go",
            r#"package orders

import "github.com/gin-gonic/gin"

func Register(g *gin.RouterGroup) {
	g.POST("/orders/:id/pay", checkOwner, pay)
}

func checkOwner(c *gin.Context) {}

func pay(c *gin.Context) {}
"#,
        ),
    ]);
    let mut lines: Vec<String> = repository.endpoints().lines().map(str::to_owned).collect();
    lines.sort();
    expect![[r#"
        GET /health health
        POST /api/orders/:id/pay pay"#]]
    .assert_eq(&lines.join("\n"));
    expect![[r#"
        Before logger
        Before auth
        Before checkOwner
    "#]]
    .assert_eq(&repository.handler_filters("pay"));
}

#[test]
fn chi_nests_blocks_and_the_standard_library_has_methods_in_patterns() {
    let repository = repository(&[(
        "main.go",
        r#"package main

import (
	"net/http"

	"github.com/go-chi/chi/v5"
)

func main() {
	r := chi.NewRouter()
	r.Route("/orders", func(r chi.Router) {
		r.Use(auth)
		r.Get("/{id}", show)
	})
	mux := http.NewServeMux()
	mux.HandleFunc("POST /carts/{id}", addToCart)
	http.HandleFunc("/ping", ping)
}

func auth(next http.Handler) http.Handler { return next }

func show(w http.ResponseWriter, r *http.Request) {}

func addToCart(w http.ResponseWriter, r *http.Request) {}

func ping(w http.ResponseWriter, r *http.Request) {}
"#,
    )]);
    let mut lines: Vec<String> = repository.endpoints().lines().map(str::to_owned).collect();
    lines.sort();
    expect![[r#"
        ANY /ping ping
        GET /orders/:id show
        POST /carts/:id addToCart"#]]
    .assert_eq(&lines.join("\n"));
    expect![[r#"
        Before auth
    "#]]
    .assert_eq(&repository.handler_filters("show"));
}

#[test]
fn rust_routers_nest_and_attributes_are_routes() {
    let repository = repository(&[
        (
            "src/main.rs",
            r#"
use axum::{Router, middleware, routing::{get, post}};

mod orders;

fn app() -> Router {
    Router::new()
        .route("/health", get(health))
        .nest("/api", orders::routes())
        .layer(middleware::from_fn(auth))
}

async fn health() {}

async fn auth() {}
"#,
        ),
        (
            "src/orders.rs",
            r#"
use axum::{Router, routing::{get, post}};

pub fn routes() -> Router {
    Router::new().route("/orders/{id}", get(show).post(update))
}

async fn show() {}

async fn update() {}
"#,
        ),
        (
            "src/actix.rs",
            r#"
use actix_web::get;

#[get("/carts/{id}")]
async fn cart() {}
"#,
        ),
    ]);
    let mut lines: Vec<String> = repository.endpoints().lines().map(str::to_owned).collect();
    lines.sort();
    expect![[r#"
        GET /api/orders/:id show
        GET /carts/:id cart
        GET /health health
        POST /api/orders/:id update"#]]
    .assert_eq(&lines.join("\n"));
    expect![[r#"
        Around auth
    "#]]
    .assert_eq(&repository.handler_filters("show"));
}

#[test]
fn commands_of_cobra_clap_and_thor_have_names() {
    let repository = repository(&[
        (
            "cmd/root.go",
            r#"package cmd

import "github.com/spf13/cobra"

var rootCmd = &cobra.Command{Use: "shop"}

var serveCmd = &cobra.Command{Use: "serve [flags]", RunE: runServe}

func init() {
	rootCmd.AddCommand(serveCmd)
}

func runServe(cmd *cobra.Command, args []string) error { return nil }
"#,
        ),
        (
            "src/main.rs",
            r#"
use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "shop")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    CloseOrders,
}

fn main() {
    match Cli::parse().command {
        Command::CloseOrders => close(),
    }
}

fn close() {}
"#,
        ),
        ("Gemfile", "gem 'thor'\n"),
        (
            "lib/cli.rb",
            "class Cli < Thor\n  desc 'close ID', 'Closes an order'\n  def close(id)\n  end\nend\n",
        ),
    ]);
    let mut lines: Vec<String> = repository.endpoints().lines().map(str::to_owned).collect();
    lines.sort();
    expect![[r#"
        Command close Cli#close
        Command close-orders main
        Command shop main
        Command shop serve runServe"#]]
    .assert_eq(&lines.join("\n"));
}

#[test]
fn phoenix_scopes_nest_and_pipelines_run_before_their_routes() {
    let router = r#"defmodule ShopWeb.Router do
  use ShopWeb, :router

  pipeline :api do
    plug :accepts, ["json"]
    plug ShopWeb.Plugs.Account
  end

  scope "/api", ShopWeb do
    pipe_through :api

    resources "/orders", OrderController, only: [:index, :show]
    post "/orders/:id/pay", OrderController, :pay
  end
end
"#;
    let repository = repository(&[
        ("mix.exs", "defmodule Shop.MixProject do\n  use Mix.Project\nend\n"),
        ("lib/shop_web/router.ex", router),
        (
            "lib/shop_web/controllers/order_controller.ex",
            "defmodule ShopWeb.OrderController do\n  def index(conn, _params), do: conn\n\n  def show(conn, _params), do: conn\n\n  def pay(conn, _params) do\n    conn\n  end\nend\n",
        ),
        (
            "lib/shop_web/plugs/account.ex",
            "defmodule ShopWeb.Plugs.Account do\n  def init(options), do: options\n\n  def call(conn, _options), do: conn\nend\n",
        ),
        (
            "lib/shop/mail_worker.ex",
            "defmodule Shop.MailWorker do\n  use Oban.Worker\n\n  def perform(job) do\n    :ok\n  end\nend\n",
        ),
    ]);
    expect![[r#"
        GET /api/orders ShopWeb.OrderController.index
        GET /api/orders/:id ShopWeb.OrderController.show
        POST /api/orders/:id/pay ShopWeb.OrderController.pay
        Job Shop.MailWorker Shop.MailWorker.perform
    "#]]
    .assert_eq(&repository.endpoints());
    expect![[r#"
        Before accepts
        Before ShopWeb.Plugs.Account
    "#]]
    .assert_eq(&repository.handler_filters("ShopWeb.OrderController.pay"));
}
