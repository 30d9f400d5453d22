//! Controllers, models and jobs of Rails.

use super::repository;
use expect_test::expect;

const ROUTES: (&str, &str) =
    ("config/routes.rb", "Rails.application.routes.draw do\n  resources :tickets\nend\n");

#[test]
fn filters_are_those_of_parents_and_concerns_in_order() {
    let made = repository(&[
        ROUTES,
        (
            "app/controllers/application_controller.rb",
            "class ApplicationController < ActionController::Base\n  include Tracking\n  protect_from_forgery\n  before_action :authenticate\n  before_action :set_locale, except: :destroy\n  after_action :log\n  def self.needs_plan(*args)\n    before_action :check_plan, *args\n  end\n  private\n  def authenticate; end\n  def set_locale; end\n  def check_plan; end\nend\n",
        ),
        (
            "app/controllers/concerns/tracking.rb",
            "module Tracking\n  extend ActiveSupport::Concern\n  included do\n    before_action :track, if: :html?\n    after_action :flush\n  end\n  def track; end\nend\n",
        ),
        (
            "app/controllers/tickets_controller.rb",
            "class TicketsController < ApplicationController\n  ACTIONS = %i[show close].freeze\n  skip_before_action :authenticate, only: [:index]\n  before_action :set_ticket, only: ACTIONS\n  prepend_before_action :first\n  before_action :set_locale\n  needs_plan except: :index\n  around_action { |_, run| run.call }\n  skip_after_action :flush\n  def index; end\n  def show; end\n  def close; end\n  private\n  def set_ticket; end\nend\n",
        ),
    ]);
    expect![[r#"
        Before first
        Before track [if html?]
        Before verify_authenticity_token
        Before set_locale
        Around block
        After log
    "#]]
    .assert_eq(&made.filters("TicketsController", "index"));
    expect![[r#"
        Before first
        Before track [if html?]
        Before verify_authenticity_token
        Before authenticate
        Before set_ticket
        Before set_locale
        Before check_plan
        Around block
        After log
    "#]]
    .assert_eq(&made.filters("TicketsController", "close"));
    let edges = made.edges(&[fathom_graph::EdgeKind::Filter]);
    assert!(
        edges.contains("TicketsController#close filtered by TicketsController#set_ticket [exact:12]"),
        "{edges}"
    );
    assert!(!edges.contains("TicketsController#index filtered by TicketsController#set_ticket"), "{edges}");
    let routes = made.edges(&[fathom_graph::EdgeKind::Route]);
    assert!(routes.contains("config/routes.rb routes to TicketsController#show"), "{routes}");
}
