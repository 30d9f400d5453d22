//! Commands, chosen classes, policies and other classes that Rails applications call by custom.

use super::repository;
use fathom_graph::EdgeKind;

const GEMFILE: (&str, &str) = ("Gemfile", "gem \"rails\"\ngem \"graphql\"\n");

#[test]
fn a_call_without_a_name_sends_call_to_a_new_object() {
    let made = repository(&[
        GEMFILE,
        ("app/commands/close.rb", "class Close\n  include Mandate\n  def call = 1\nend\n"),
        (
            "app/controllers/tickets_controller.rb",
            "class TicketsController\n  def close\n    Close.(1)\n  end\n  def keep\n    Close.call(1)\n  end\nend\n",
        ),
    ]);
    let calls = made.edges(&[EdgeKind::Call]);
    assert!(calls.contains("TicketsController#close calls Close#call"), "{calls}");
    assert!(calls.contains("TicketsController#keep calls Close#call"), "{calls}");
}

#[test]
fn commands_run_what_does_their_work_now_or_later() {
    let made = repository(&[
        GEMFILE,
        ("app/interactions/pay.rb", "class Pay < ActiveInteraction::Base\n  def execute; end\nend\n"),
        ("app/commands/sync.rb", "class Sync\n  include Mandate\n  def call; end\nend\n"),
        ("app/interactors/check.rb", "class Check\n  include Interactor\n  def call; end\nend\n"),
        (
            "app/interactors/both.rb",
            "class Both\n  include Interactor::Organizer\n  organize Check, Sync\nend\n",
        ),
        (
            "app/operations/open.rb",
            "class Open < Trailblazer::Operation\n  step :find\n  step :save\n  def find; end\n  def save; end\nend\n",
        ),
        (
            "app/services/desk.rb",
            "class Desk\n  def work\n    Pay.run!(1)\n    Sync.defer(2)\n    Both.call(3)\n    Open.call(4)\n  end\nend\n",
        ),
    ]);
    let edges = made.edges(&[EdgeKind::Delegate, EdgeKind::Async]);
    assert!(edges.contains("Desk#work delegates to Pay#execute [inferred:3]"), "{edges}");
    assert!(edges.contains("Desk#work starts Sync#call [inferred:4]"), "{edges}");
    assert!(edges.contains("Desk#work delegates to Check#call [inferred:5]"), "{edges}");
    assert!(edges.contains("Desk#work delegates to Open#find [inferred:6]"), "{edges}");
    assert!(edges.contains("Desk#work delegates to Open#save [inferred:6]"), "{edges}");
}

#[test]
fn a_chosen_class_is_one_of_those_that_are_listed() {
    let made = repository(&[
        GEMFILE,
        ("app/services/base.rb", "class Base\n  def self.call(*args)\n    new(*args).call\n  end\nend\n"),
        ("app/services/paid.rb", "class Paid < Base\n  def call; end\nend\n"),
        ("app/services/lost.rb", "class Lost < Base\n  def call; end\nend\n"),
        (
            "app/services/events.rb",
            "class Events\n  HANDLERS = {\n    paid: Paid,\n    lost: Lost\n  }.freeze\n  def listed(kind)\n    HANDLERS[kind].call(1)\n  end\n  def made(kind)\n    HANDLERS.fetch(kind).new(1).call\n  end\n  def held(kind)\n    handler_class.call(2)\n  end\n  def branched(kind)\n    service_for(kind).call\n  end\n  def handler_class\n    HANDLERS.fetch(kind) { raise KeyError }\n  end\n  def service_for(kind)\n    case kind\n    when 1 then Paid.new\n    else Lost.new\n    end\n  end\nend\n",
        ),
    ]);
    let edges = made.edges(&[EdgeKind::Delegate]);
    for (method, line) in [("listed", 7), ("made", 10), ("held", 13), ("branched", 16)] {
        for class in ["Paid", "Lost"] {
            let wanted = format!("Events#{method} delegates to {class}#call [inferred:{line}]");
            assert!(edges.contains(&wanted), "{wanted}\n{edges}");
        }
    }
}

#[test]
fn a_policy_is_asked_for_the_object() {
    let made = repository(&[
        GEMFILE,
        ("app/models/order.rb", "class Order < ApplicationRecord\nend\n"),
        (
            "app/policies/order_policy.rb",
            "class OrderPolicy\n  def update?; end\n  def refund?; end\n  class Scope\n    def resolve; end\n  end\nend\n",
        ),
        ("app/policies/admin/order_policy.rb", "class Admin::OrderPolicy\n  def index?; end\nend\n"),
        (
            "app/controllers/orders_controller.rb",
            "class OrdersController < ApplicationController\n  def index\n    authorize [:admin, Order]\n    policy_scope(Order)\n  end\n  def update\n    authorize @order\n  end\n  def pay\n    authorize order, :refund?\n  end\nend\n",
        ),
    ]);
    let edges = made.edges(&[EdgeKind::Delegate]);
    assert!(
        edges.contains("OrdersController#index delegates to Admin::OrderPolicy#index? [inferred:3]"),
        "{edges}"
    );
    assert!(
        edges.contains("OrdersController#index delegates to OrderPolicy::Scope#resolve [inferred:4]"),
        "{edges}"
    );
    assert!(
        edges.contains("OrdersController#update delegates to OrderPolicy#update? [inferred:7]"),
        "{edges}"
    );
    assert!(edges.contains("OrdersController#pay delegates to OrderPolicy#refund? [inferred:10]"), "{edges}");
}

#[test]
fn fields_of_graphql_and_clocks_are_entry_points() {
    let made = repository(&[
        GEMFILE,
        (
            "app/graphql/mutations/orders/close.rb",
            "class Mutations::Orders::Close < BaseMutation\n  def resolve(id:); end\nend\n",
        ),
        (
            "app/graphql/types/mutation_type.rb",
            "module Types\n  class MutationType < BaseObject\n    field :close_order, mutation: Mutations::Orders::Close\n  end\nend\n",
        ),
        (
            "app/graphql/types/query_type.rb",
            "module Types\n  class QueryType < BaseObject\n    field :last_order, String\n    def last_order; end\n  end\nend\n",
        ),
        ("app/jobs/bill_job.rb", "class BillJob < ApplicationJob\n  def perform; end\nend\n"),
        (
            "clock.rb",
            "module Clockwork\n  every(1.hour, \"bill customers\") do\n    unless ENV[\"OFF\"]\n      BillJob.set(wait: 5).perform_later\n    end\n  end\nend\n",
        ),
    ]);
    let endpoints = made.endpoints();
    assert!(endpoints.contains("Event mutation closeOrder Mutations::Orders::Close#resolve"), "{endpoints}");
    assert!(endpoints.contains("Event query lastOrder Types::QueryType#last_order"), "{endpoints}");
    assert!(endpoints.contains("Task cron bill customers BillJob#perform"), "{endpoints}");
}

#[test]
fn saving_runs_observers_validators_and_callbacks_that_a_macro_declares() {
    let made = repository(&[
        GEMFILE,
        (
            "app/models/concerns/sequenced.rb",
            "module Sequenced\n  extend ActiveSupport::Concern\n  class_methods do\n    def sequenced(scope)\n      before_create :set_number\n    end\n  end\n  def set_number; end\nend\n",
        ),
        (
            "app/models/order.rb",
            "class Order < ApplicationRecord\n  include Sequenced\n  sequenced :shop\n  validates :email, mailbox: true\n  validates_with Limit\nend\n",
        ),
        (
            "app/validators/mailbox_validator.rb",
            "class MailboxValidator\n  def validate_each(a, b, c); end\nend\n",
        ),
        (
            "app/validators/limit.rb",
            "class Limit < ActiveModel::Validator\n  def validate(record); end\nend\n",
        ),
        (
            "app/observers/order_observer.rb",
            "class OrderObserver < ActiveRecord::Observer\n  def after_create(order); end\nend\n",
        ),
        ("app/services/desk.rb", "class Desk\n  def open\n    Order.create!(a: 1)\n  end\nend\n"),
    ]);
    let edges = made.edges(&[EdgeKind::Callback]);
    for wanted in [
        "Sequenced#set_number",
        "MailboxValidator#validate_each",
        "Limit#validate",
        "OrderObserver#after_create",
    ] {
        assert!(edges.contains(&format!("Desk#open runs callback {wanted}")), "{wanted}\n{edges}");
    }
}

#[test]
fn a_scope_of_a_concern_gives_objects_of_the_model() {
    let made = repository(&[
        GEMFILE,
        (
            "app/models/concerns/recent.rb",
            "module Recent\n  extend ActiveSupport::Concern\n  included do\n    scope :recent, ->(at) { where(at: at) }\n  end\nend\n",
        ),
        (
            "app/models/order.rb",
            "class Order < ApplicationRecord\n  include Recent\n  def settle; end\nend\n",
        ),
        ("app/models/cart.rb", "class Cart < ApplicationRecord\n  def settle; end\nend\n"),
        (
            "app/jobs/settle_job.rb",
            "class SettleJob < ApplicationJob\n  def perform\n    Order.recent(1).each do |one|\n      one.settle\n    end\n  end\nend\n",
        ),
    ]);
    let calls = made.edges(&[EdgeKind::Call]);
    assert!(calls.contains("SettleJob#perform calls Order#settle [exact:4]"), "{calls}");
}

#[test]
fn an_enum_may_list_its_states_in_a_constant() {
    let made = repository(&[
        GEMFILE,
        (
            "app/models/order.rb",
            "class Order < ApplicationRecord\n  OPEN = {draft: 0, paid: 1}.freeze\n  CLOSED = {lost: 2}.freeze\n  STATUSES = OPEN.merge(CLOSED).freeze\n  KINDS = [:retail, :trade].freeze\n  enum :status, STATUSES\n  enum :kind, KINDS, prefix: :sold\n  def lose\n    lost!\n    sold_trade!\n  end\nend\n",
        ),
    ]);
    let calls = made.edges(&[EdgeKind::Call]);
    assert!(calls.contains("Order#lose calls Order#lost! [exact:9]"), "{calls}");
    assert!(calls.contains("Order#lose calls Order#sold_trade! [exact:10]"), "{calls}");
}

#[test]
fn callbacks_of_transitions_may_stand_before_their_events() {
    let made = repository(&[
        GEMFILE,
        (
            "app/models/order.rb",
            "class Order < ApplicationRecord\n  state_machine :state, initial: :open do\n    after_transition any => %i[paid settled], :do => :thank\n    after_transition open: :lost, do: :regret\n    event :pay do\n      transition open: :paid\n    end\n    event :lose do\n      transition open: :lost\n    end\n  end\n  def thank; end\n  def regret; end\nend\n",
        ),
    ]);
    let graph = made.graph();
    let machine = &graph.models().machines[0];
    let runs: Vec<String> = machine
        .events
        .iter()
        .map(|event| format!("{} runs {}", event.name, event.callbacks.join(" ")))
        .collect();
    assert_eq!(runs, ["pay runs thank", "lose runs regret"]);
}
