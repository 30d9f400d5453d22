//! Which object of a Rails application a call means, and what runs because of it.

use super::repository;
use fathom_graph::EdgeKind;

const GEMFILE: (&str, &str) = ("Gemfile", "gem \"rails\"\n");

#[test]
fn a_class_in_a_foreign_namespace_is_not_one_of_the_outermost_scope() {
    let made = repository(&[
        GEMFILE,
        ("app/admin/user.rb", "class Panel::Resources::User < Panel::Base\n  def fields; end\nend\n"),
        (
            "app/models/user.rb",
            "class User < ApplicationRecord\n  def self.find_by_handle(x); end\n  def block!; end\nend\n",
        ),
        (
            "app/jobs/block_job.rb",
            "class BlockJob < ApplicationJob\n  def perform(user:)\n    user.block!\n    User.find_by_handle(1)\n    Panel::Resources::User.new.fields\n  end\nend\n",
        ),
    ]);
    let calls = made.edges(&[EdgeKind::Call]);
    assert!(calls.contains("BlockJob#perform calls User#block! [inferred:3]"), "{calls}");
    assert!(calls.contains("BlockJob#perform calls User.find_by_handle [exact:4]"), "{calls}");
    assert!(calls.contains("BlockJob#perform calls Panel::Resources::User#fields"), "{calls}");
}

#[test]
fn an_object_is_no_controller() {
    let made = repository(&[
        GEMFILE,
        (
            "app/controllers/machines_controller.rb",
            "class MachinesController < ApplicationController\n  def rebuild; end\n  def all(them)\n    them.each { |one| one.rebuild }\n  end\nend\n",
        ),
        ("app/models/server/managed.rb", "class Server::Managed\n  def rebuild; end\nend\n"),
    ]);
    let calls = made.edges(&[EdgeKind::Call]);
    assert!(calls.contains("MachinesController#all calls Server::Managed#rebuild [inferred:4]"), "{calls}");
    assert!(!calls.contains("calls MachinesController#rebuild"), "{calls}");
}

#[test]
fn events_of_gems_and_of_the_program_run_their_callbacks() {
    let made = repository(&[
        GEMFILE,
        (
            "app/models/user.rb",
            "class User < ApplicationRecord\n  include Discard::Model\n  after_discard :tell\n  before_discard :expire_keys, unless: :robot?\n  define_model_callbacks :publish\n  before_publish :check\n  def close\n    discard!\n  end\n  def publish_all\n    run_callbacks(:publish) { true }\n  end\n  def expire_keys; end\n  def tell; end\n  def check; end\nend\n",
        ),
        ("app/services/closer.rb", "class Closer\n  def run(user)\n    user.discard\n  end\nend\n"),
    ]);
    let graph = made.graph();
    let hops = |name: &str| -> Vec<String> {
        let symbol = graph.symbols().find(|symbol| graph.qualified_name(*symbol) == name).unwrap();
        let hops = graph.hops(symbol).iter();
        hops.map(|hop| {
            let condition = hop.condition().map_or("", |at| graph.models().conditions[at].as_str());
            format!("{} [{condition}]", graph.qualified_name(hop.to))
        })
        .collect()
    };
    let discarded = ["User#expire_keys [before_discard unless robot?]", "User#tell [after_discard]"];
    assert_eq!(hops("User#close"), discarded);
    assert_eq!(hops("Closer#run"), discarded);
    assert_eq!(hops("User#publish_all"), ["User#check [before_publish]"]);
}

#[test]
fn a_filter_that_is_a_block_runs_what_it_calls_for_the_actions_that_its_caller_names() {
    let made = repository(&[
        ("config/routes.rb", "Rails.application.routes.draw do\n  resources :reports\nend\n"),
        (
            "app/controllers/concerns/proxies.rb",
            "module Proxies\n  extend ActiveSupport::Concern\n  module ClassMethods\n    def add_proxy_filters(actions, options = {})\n      before_action(:only => actions) { require_proxy(options[:features]) }\n    end\n  end\n  def require_proxy(features); end\nend\n",
        ),
        (
            "app/controllers/reports_controller.rb",
            "class ReportsController < ApplicationController\n  include Proxies\n  add_proxy_filters :create, :features => 1\n  def index; end\n  def create; end\nend\n",
        ),
    ]);
    assert_eq!(made.filters("ReportsController", "index"), "");
    assert_eq!(made.filters("ReportsController", "create"), "Before block\n");
    let edges = made.edges(&[EdgeKind::Filter]);
    assert!(edges.contains("ReportsController#create filtered by Proxies#require_proxy"), "{edges}");
}

#[test]
fn options_around_declarations_are_theirs() {
    let made = repository(&[
        ("config/routes.rb", "Rails.application.routes.draw do\n  resources :roles\nend\n"),
        (
            "app/controllers/roles_controller.rb",
            "class RolesController < ApplicationController\n  with_options only: :assume do\n    before_action :set_role\n    before_action :verify, if: :signed?\n  end\n  def index; end\n  def assume; end\n  private\n  def set_role; end\n  def verify; end\nend\n",
        ),
    ]);
    assert_eq!(made.filters("RolesController", "index"), "");
    assert_eq!(made.filters("RolesController", "assume"), "Before set_role\nBefore verify [if signed?]\n");
}

#[test]
fn the_class_of_an_object_has_the_methods_of_the_class() {
    let made = repository(&[
        GEMFILE,
        (
            "app/models/order.rb",
            "class Order\n  def self.price(x); end\n  def total\n    self.class.price(2)\n  end\nend\n",
        ),
        ("app/models/cart.rb", "class Cart\n  def self.price(x); end\nend\n"),
    ]);
    let calls = made.edges(&[EdgeKind::Call]);
    assert_eq!(calls, "Order#total calls Order.price [exact:4]\n");
}

#[test]
fn a_path_may_begin_with_a_module_whose_name_is_a_path() {
    let made = repository(&[
        GEMFILE,
        ("app/admin/v1/base.rb", "class Admin::V1::Base\n  def check; end\nend\n"),
        (
            "app/admin/v1/orders.rb",
            "module Admin::V1\n  class Orders < Base\n    def show\n      check\n    end\n  end\nend\n",
        ),
        ("app/models/base.rb", "class Shop::Base\n  def check; end\nend\n"),
    ]);
    let calls = made.edges(&[EdgeKind::Call]);
    assert_eq!(calls, "Admin::V1::Orders#show calls Admin::V1::Base#check [exact:4]\n");
}
