//! `config/routes.rb`.

use super::repository;
use expect_test::{Expect, expect};

fn check(routes: &str, expected: &Expect) {
    let text = format!("Rails.application.routes.draw do\n{routes}\nend\n");
    let made = repository(&[
        ("config/routes.rb", &text),
        (
            "app/controllers/tickets_controller.rb",
            "class TicketsController\n  def index; end\n  def close; end\nend\n",
        ),
        (
            "app/controllers/admin/line_items_controller.rb",
            "module Admin\n  class LineItemsController\n    def show; end\n  end\nend\n",
        ),
    ]);
    expected.assert_eq(&made.endpoints().replace(" ?", ""));
}

#[test]
fn resources_have_seven_actions_and_eight_routes() {
    check(
        "resources :tickets",
        &expect![[r#"
            GET /tickets TicketsController#index
            POST /tickets TicketsController#create
            GET /tickets/new TicketsController#new
            GET /tickets/:id/edit TicketsController#edit
            GET /tickets/:id TicketsController#show
            PATCH /tickets/:id TicketsController#update
            PUT /tickets/:id TicketsController#update
            DELETE /tickets/:id TicketsController#destroy
        "#]],
    );
}

#[test]
fn only_and_except_limit_in_every_spelling() {
    check(
        "resources :tickets, only: [:index]\nresources :a, except: %w(index create new edit update destroy)\nresource :b, only: :show\nresources :c, :d, only: %i[index]\nresources :e, only: []",
        &expect![[r#"
            GET /tickets TicketsController#index
            GET /a/:id AController#show
            GET /b BsController#show
            GET /c CController#index
            GET /d DController#index
        "#]],
    );
}

#[test]
fn members_collections_and_nested_resources_have_their_paths() {
    check(
        r#"resources :tickets, only: [:show], param: :number do
             member { post :close }
             collection do
               get :search, :export
             end
             get :preview
             put "move/:target", action: :move, on: :member, as: :move
             resources :comments, only: [:index, :destroy], shallow: true
             resource :owner, only: :update
           end"#,
        &expect![[r#"
            POST /tickets/:number/close TicketsController#close
            GET /tickets/search TicketsController#search
            GET /tickets/export TicketsController#export
            GET /tickets/:ticket_number/preview TicketsController#preview
            PUT /tickets/:number/move/:target TicketsController#move
            GET /tickets/:ticket_number/comments CommentsController#index
            DELETE /comments/:id CommentsController#destroy
            PATCH /tickets/:ticket_number/owner OwnersController#update
            PUT /tickets/:ticket_number/owner OwnersController#update
            GET /tickets/:number TicketsController#show
        "#]],
    );
}

#[test]
fn namespaces_and_scopes_nest() {
    check(
        r#"namespace :admin do
             resources :line_items, only: :show
             root "dashboard#index"
             namespace :api, path: "v2" do
               resources :keys, only: :index
             end
           end
           scope "/shop", module: "store" do
             resources :items, only: :index
             scope path: ":locale", controller: :pages do
               get "about"
             end
           end
           controller :sessions do
             get "login" => :new
             post "login" => :create
           end
           scope module: :inner do
             get "x", to: "/outer#x"
           end"#,
        &expect![[r#"
            GET /admin/line_items/:id Admin::LineItemsController#show
            GET /admin Admin::DashboardController#index
            GET /admin/v2/keys Admin::Api::KeysController#index
            GET /shop/items Store::ItemsController#index
            GET /shop/:locale/about Store::PagesController#about
            GET /login SessionsController#new
            POST /login SessionsController#create
            GET /x OuterController#x
        "#]],
    );
}

#[test]
fn matches_redirects_mounts_and_shorthands_are_distinguished() {
    check(
        r#"root to: "tickets#index"
           get "/old", to: redirect("/new")
           match "/both", to: "tickets#close", via: [:get, :post]
           match "/all" => "tickets#close", via: :all
           get "photos/show"
           get ":slug" => "pages#show"
           mount Sidekiq::Web => "/sidekiq"
           mount Shop::Engine, at: "/shop"
           get "health", to: proc { [200, {}, []] }
           direct(:home) { "https://example.com" }"#,
        &expect![[r#"
            GET / TicketsController#index
            GET /old redirect(/new)
            GET /both TicketsController#close
            POST /both TicketsController#close
            ANY /all TicketsController#close
            GET /photos/show PhotosController#show
            GET /:slug PagesController#show
            ANY /sidekiq Sidekiq::Web
            ANY /shop Shop::Engine
            GET /health block
        "#]],
    );
}

#[test]
fn concerns_run_where_they_are_used_and_loops_for_each_element() {
    check(
        r##"concern :commentable do
             resources :comments, only: :index
           end
           resources :tickets, only: [], concerns: :commentable
           resources :notes, only: [] do
             concerns :commentable
           end
           %w[users u].each do |root|
             get "#{root}/:name" => "users#show"
           end"##,
        &expect![[r#"
            GET /tickets/:ticket_id/comments CommentsController#index
            GET /notes/:note_id/comments CommentsController#index
            GET /users/:name UsersController#show
            GET /u/:name UsersController#show
        "#]],
    );
}

#[test]
fn drawn_files_and_engines_of_the_repository_are_followed() {
    let made = repository(&[
        (
            "config/routes.rb",
            "Rails.application.routes.draw do\n  namespace :admin do\n    draw :extra\n  end\n  mount Chat::Engine, at: \"/chat\"\nend\n",
        ),
        ("config/routes/extra.rb", "get \"stats\", to: \"stats#show\"\n"),
        (
            "plugins/chat/config/routes.rb",
            "Chat::Engine.routes.draw do\n  get \"/rooms\" => \"rooms#index\"\nend\n",
        ),
        (
            "plugins/chat/lib/engine.rb",
            "module Chat\n  class Engine < ::Rails::Engine\n    isolate_namespace Chat\n  end\nend\n",
        ),
        ("plugins/chat/app/rooms_controller.rb", "class Chat::RoomsController\n  def index; end\nend\n"),
    ]);
    expect![[r#"
        GET /admin/stats Admin::StatsController#show ?
        ANY /chat Chat::Engine ?
        GET /chat/rooms Chat::RoomsController#index
    "#]]
    .assert_eq(&made.endpoints());
}

#[test]
fn devise_draws_the_routes_of_the_modules_of_its_model() {
    let made = repository(&[
        (
            "config/routes.rb",
            "Rails.application.routes.draw do\n  devise_for :users, path: \"auth\", controllers: { sessions: \"my/sessions\" }\nend\n",
        ),
        (
            "app/models/user.rb",
            "class User < ApplicationRecord\n  devise :database_authenticatable, :confirmable\nend\n",
        ),
        (
            "app/controllers/my/sessions_controller.rb",
            "class My::SessionsController\n  def create; end\nend\n",
        ),
    ]);
    expect![[r#"
        GET /auth/sign_in My::SessionsController#new ?
        POST /auth/sign_in My::SessionsController#create
        DELETE /auth/sign_out My::SessionsController#destroy ?
        GET /auth/confirmation/new Devise::ConfirmationsController#new ?
        GET /auth/confirmation Devise::ConfirmationsController#show ?
        POST /auth/confirmation Devise::ConfirmationsController#create ?
    "#]]
    .assert_eq(&made.endpoints());
}

#[test]
fn a_path_may_be_named_by_a_method_a_variable_or_a_setting() {
    let routes = r##"Rails.application.routes.draw do
      api_path = Rails.configuration.api_path
      version = "v2"
      scope Desk.prefix do
        get "tickets", to: "tickets#index"
      end
      match api_path + "/tickets", to: "tickets#index", via: :get
      get "#{version}/tickets", to: "tickets#index"
      get Unknown.path + "/tickets/close", to: "tickets#close"
    end
"##;
    let made = repository(&[
        ("config/routes.rb", routes),
        (
            "config/application.rb",
            "module Desk\n  class Application < Rails::Application\n    config.api_path = '/api/v1'\n  end\nend\n",
        ),
        ("lib/desk.rb", "module Desk\n  def self.prefix\n    '/desk'\n  end\nend\n"),
        (
            "app/controllers/tickets_controller.rb",
            "class TicketsController\n  def index; end\n  def close; end\nend\n",
        ),
    ]);
    let expected = expect![[r#"
        GET /desk/tickets TicketsController#index
        GET /api/v1/tickets TicketsController#index
        GET /v2/tickets TicketsController#index
        GET /tickets/close TicketsController#close
    "#]];
    expected.assert_eq(&made.endpoints());
}

#[test]
fn an_engine_draws_routes_in_its_class() {
    let engine = "module Desk\n  class Engine < ::Rails::Engine\n    isolate_namespace Desk\n    routes do\n      resources :tickets, only: [:show] do\n        post :close, on: :member\n      end\n    end\n    initializer \"desk.mount\" do\n      Shop::Engine.routes do\n        mount Desk::Engine, at: \"/desk\"\n      end\n    end\n  end\nend\n";
    let made = repository(&[
        ("Gemfile", "gem \"rails\"\n"),
        ("desk/lib/desk/engine.rb", engine),
        (
            "desk/app/controllers/desk/tickets_controller.rb",
            "module Desk\n  class TicketsController\n    def show; end\n    def close; end\n  end\nend\n",
        ),
        ("lib/shop/engine.rb", "module Shop\n  class Engine < ::Rails::Engine\n  end\nend\n"),
    ]);
    let expected = expect![[r#"
        POST /desk/tickets/:id/close Desk::TicketsController#close
        GET /desk/tickets/:id Desk::TicketsController#show
        ANY /desk Desk::Engine ?
    "#]];
    expected.assert_eq(&made.endpoints());
}
