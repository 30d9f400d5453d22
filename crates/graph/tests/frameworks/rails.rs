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

const GEMFILE: (&str, &str) = ("Gemfile", "gem \"rails\"\n");

#[test]
fn what_starts_a_job_leads_to_its_perform() {
    let made = repository(&[
        GEMFILE,
        ("app/jobs/cleanup_job.rb", "class CleanupJob < ApplicationJob\n  def perform(x); end\nend\n"),
        (
            "app/workers/mail_worker.rb",
            "class Mail::Worker\n  include Sidekiq::Worker\n  def perform; end\nend\n",
        ),
        (
            "app/jobs/jobs/base.rb",
            "module Jobs\n  class Base\n    def perform; execute; end\n  end\n  def self.enqueue(name, x); end\nend\n",
        ),
        ("app/jobs/jobs/sweep.rb", "module Jobs\n  class Sweep < Base\n    def execute; end\n  end\nend\n"),
        (
            "app/mailers/user_mailer.rb",
            "class UserMailer < ApplicationMailer\n  def welcome(user); end\nend\n",
        ),
        (
            "app/services/signup.rb",
            "class Signup\n  def run\n    CleanupJob.set(wait: 5).perform_later(1)\n    Mail::Worker.perform_async\n    Jobs.enqueue(:sweep, 3)\n    UserMailer.with(a: 1).welcome(2).deliver_later\n  end\nend\n",
        ),
    ]);
    expect![[r#"
        Signup#run starts CleanupJob#perform [exact:3]
        Signup#run starts Jobs::Sweep#execute [inferred:5]
        Signup#run starts Mail::Worker#perform [exact:4]
        Signup#run starts UserMailer#welcome [exact:6]
    "#]]
    .assert_eq(&made.edges(&[fathom_graph::EdgeKind::Async]));
    expect![[r#"
        Job CleanupJob CleanupJob#perform
        Job Jobs::Base Jobs::Base#perform
        Job Jobs::Sweep Jobs::Sweep#execute
        Job Mail::Worker Mail::Worker#perform
    "#]]
    .assert_eq(&made.endpoints());
}

#[test]
fn saving_and_destroying_run_callbacks_in_their_phases() {
    let made = repository(&[
        GEMFILE,
        (
            "app/models/ticket.rb",
            "class Ticket < ApplicationRecord\n  has_many :comments, dependent: :destroy\n  belongs_to :owner, class_name: \"Person\"\n  after_commit :announce, on: :create\n  before_save :clean, if: :dirty?\n  before_destroy :check\n  after_update { recount }\n  validate :has_subject\n  def announce; end\n  def clean; end\n  def check; end\n  def recount; end\n  def has_subject; end\n  def rename\n    update!(subject: 1)\n  end\nend\n",
        ),
        (
            "app/models/comment.rb",
            "class Comment < ApplicationRecord\n  before_destroy :log\n  def log; end\nend\n",
        ),
        ("app/models/person.rb", "class Person < ApplicationRecord\n  def notify; end\nend\n"),
        (
            "app/services/closer.rb",
            "class Closer\n  def start\n    Ticket.create!(a: 1)\n  end\n  def stop(id)\n    ticket = Ticket.find(id)\n    ticket.owner.notify\n    ticket.destroy\n  end\nend\n",
        ),
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
    assert_eq!(
        hops("Closer#start"),
        [
            "Ticket#has_subject [validate]",
            "Ticket#clean [before_save if dirty?]",
            "Ticket#announce [after_commit]"
        ]
    );
    assert_eq!(
        hops("Ticket#rename"),
        [
            "Ticket#has_subject [validate]",
            "Ticket#clean [before_save if dirty?]",
            "Ticket#recount [after_update]"
        ]
    );
    assert_eq!(
        hops("Closer#stop"),
        ["Ticket#check [before_destroy]", "Ticket#comments [dependent dependent: :destroy]"]
    );
    assert_eq!(hops("Ticket#comments"), ["Comment#log [before_destroy]"]);
    let calls = made.edges(&[fathom_graph::EdgeKind::Call]);
    assert!(calls.contains("Closer#stop calls Person#notify [exact:7]"), "{calls}");
}

#[test]
fn events_of_a_state_machine_have_transitions_guards_and_those_who_fire_them() {
    let made = repository(&[
        GEMFILE,
        (
            "app/models/ticket.rb",
            "class Ticket < ApplicationRecord\n  include AASM\n  enum priority: { low: 0, high: 1 }\n  aasm column: :status do\n    state :open, initial: true\n    state :held, :closed\n    event :close, after: :notify do\n      transitions from: [:open, :held], to: :closed, guard: :done?\n    end\n  end\n  def done?; end\n  def notify; end\nend\n",
        ),
        (
            "app/models/lamp.rb",
            "class Lamp < ApplicationRecord\n  state_machine :light, initial: :off do\n    after_transition on: :switch, do: :hum\n    event :switch do\n      transition off: :on, [:on, :dim] => :off\n    end\n    after_transition on: :switch, do: :hum\n  end\n  def hum; end\nend\n",
        ),
        (
            "app/services/desk.rb",
            "class Desk\n  def tidy(ticket)\n    ticket.close!\n    Ticket.find(1).update(status: \"held\")\n    Ticket.last.high!\n  end\nend\n",
        ),
    ]);
    let graph = made.graph();
    let machines: Vec<String> = graph
        .models()
        .machines
        .iter()
        .map(|one| {
            let states: Vec<String> = one
                .states
                .iter()
                .map(|state| format!("{}{}", state.name, if state.initial { "*" } else { "" }))
                .collect();
            let transitions: Vec<String> =
                one.transitions.iter().map(|one| format!("{} {}>{}", one.event, one.from, one.to)).collect();
            let events: Vec<String> = one
                .events
                .iter()
                .map(|one| format!("{} {:?} {:?}", one.name, one.guards, one.callbacks))
                .collect();
            let writers: Vec<String> = one
                .writers
                .iter()
                .map(|one| format!("{} {}", graph.qualified_name(one.symbol), one.state))
                .collect();
            format!(
                "{}.{} | {} | {} | {} | {}",
                graph.qualified_name(one.model),
                one.field,
                states.join(" "),
                transitions.join(", "),
                events.join(", "),
                writers.join(", ")
            )
        })
        .collect();
    expect![[r#"
        Lamp.light | off* on dim | switch off>on, switch on>off, switch dim>off | switch [] ["hum"] | 
        Ticket.priority | low high |  |  | Desk#tidy high
        Ticket.status | open* held closed | close open>closed, close held>closed | close ["done?"] ["notify"] | Desk#tidy held"#]]
    .assert_eq(&machines.join("\n"));
    expect![[r#"
        Desk#tidy transitions Ticket#close [inferred:3]
        Desk#tidy transitions Ticket#priority [inferred:5]
        Ticket#close transitions Ticket#done? [exact:8]
        Ticket#high! transitions Ticket#priority [exact:3]
        Ticket#low! transitions Ticket#priority [exact:3]
    "#]]
    .assert_eq(&made.edges(&[fathom_graph::EdgeKind::Transition]));
}

#[test]
fn tasks_events_and_delegates_are_tied_to_what_they_run() {
    let made = repository(&[
        GEMFILE,
        (
            "lib/tasks/db.rake",
            "namespace :db do\n  task :clean => :environment do\n    Sweeper.new.run\n  end\n  desc \"x\"\n  task seed: [:environment, :clean] do\n  end\nend\n",
        ),
        (
            "lib/sweeper.rb",
            "class Sweeper\n  delegate :name, to: :owner\n  belongs_to :owner, class_name: \"Person\"\n  def run\n    Bus.publish(\"swept\")\n    send(\"sweep_#{kind}\")\n  end\n  def sweep_fast; end\n  def sweep_slow; end\nend\n",
        ),
        ("lib/person.rb", "class Person\n  def name; end\nend\n"),
        ("lib/desk_listener.rb", "class DeskListener\n  def swept(event); end\nend\n"),
    ]);
    expect![[r#"
        Task db:clean rake.db:clean
        Task db:seed rake.db:seed
        Event swept DeskListener#swept
    "#]]
    .assert_eq(&made.endpoints());
    expect![[r#"
        Sweeper#name delegates to Person#name [exact:2]
        Sweeper#run delegates to Sweeper#sweep_fast [ambiguous:6]
        Sweeper#run delegates to Sweeper#sweep_slow [ambiguous:6]
        Sweeper#run starts DeskListener#swept [inferred:5]
        rake.db:seed runs callback rake.db:clean [exact:6]
    "#]]
    .assert_eq(&made.edges(&[
        fathom_graph::EdgeKind::Delegate,
        fathom_graph::EdgeKind::Async,
        fathom_graph::EdgeKind::Callback,
    ]));
    let calls = made.edges(&[fathom_graph::EdgeKind::Call]);
    assert!(calls.contains("rake.db:clean calls Sweeper#run"), "{calls}");
}

#[test]
fn relinking_after_an_edit_gives_what_linking_gives() {
    let files = |event: &'static str| {
        vec![
            ROUTES,
            (
                "app/controllers/tickets_controller.rb",
                "class TicketsController < ApplicationController\n  before_action :load\n  def show; @ticket.close!; end\n  def load; @ticket = Ticket.find(1); end\nend\n",
            ),
            ("app/models/ticket.rb", event),
        ]
    };
    let before = "class Ticket < ApplicationRecord\n  def close!; end\nend\n";
    let after = "class Ticket < ApplicationRecord\n  include AASM\n  aasm do\n    state :open\n    event :close do\n      transitions from: :open, to: :closed\n    end\n  end\nend\n";
    let (old, new) = (repository(&files(before)), repository(&files(after)));
    let at = old.paths.iter().position(|path| path == "app/models/ticket.rb").unwrap();
    let edited = vec![(fathom_graph::FileId::from_index(at), old.facts[at].view())];
    let previous = fathom_graph::Previous { graph: bytemuck::cast_slice(&old.graph), edited };
    let relinked: Vec<u64> = fathom_graph::relink(&new.inputs(), &previous, |pieces| {
        bytemuck::pod_collect_to_vec(&pieces.concat())
    })
    .0;
    assert!(relinked == new.graph);
    assert!(
        new.edges(&[fathom_graph::EdgeKind::Transition])
            .contains("TicketsController#show transitions Ticket#close")
    );
}

#[test]
fn a_class_of_a_module_inherits_from_a_class_of_its_own_name_outside() {
    let made = repository(&[
        ROUTES,
        (
            "app/controllers/application_controller.rb",
            "class ApplicationController < ActionController::Base\n  before_action :first\nend\n",
        ),
        (
            "app/controllers/admin/application_controller.rb",
            "module Admin\n  class ApplicationController < ApplicationController\n    before_action :second\n    def index; end\n  end\nend\n",
        ),
    ]);
    assert_eq!(made.filters("Admin::ApplicationController", "index"), "Before first\nBefore second\n");
}

#[test]
fn attributes_come_from_enums_and_from_the_schema() {
    let made = repository(&[
        GEMFILE,
        (
            "db/schema.rb",
            "ActiveRecord::Schema[7.0].define(version: 1) do\n  create_table \"tickets\", force: :cascade do |t|\n    t.string \"title\"\n    t.integer \"status\", default: 0\n    t.index [\"title\"]\n  end\n  create_table \"shop_line_items\" do |t|\n    t.integer \"quantity\"\n  end\n  create_table \"old_parcels\" do |t|\n    t.integer \"weight\"\n  end\nend\n",
        ),
        (
            "app/models/delivery.rb",
            "class Delivery < ApplicationRecord\n  self.table_name = \"old_parcels\"\nend\n",
        ),
        ("app/models/shop/line_item.rb", "module Shop\n  class LineItem < ApplicationRecord\n  end\nend\n"),
        (
            "app/models/ticket.rb",
            "class Ticket < ApplicationRecord\n  enum status: { open: 0, closed: 1 }\n  after_update :tell\n  def tell; end\nend\n",
        ),
        (
            "app/services/closer.rb",
            "class Closer\n  def call(ticket)\n    ticket.title\n    ticket.closed!\n  end\n  def set(ticket)\n    ticket.update!(status: :closed)\n  end\nend\n",
        ),
    ]);
    let graph = made.graph();
    let names: Vec<String> = graph.symbols().map(|symbol| graph.qualified_name(symbol)).collect();
    for name in
        ["Ticket#title", "Ticket#status", "Ticket#closed!", "Shop::LineItem#quantity", "Delivery#weight"]
    {
        assert!(names.iter().any(|one| one == name), "{name}: {names:?}");
    }
    let edges = made.edges(&[
        fathom_graph::EdgeKind::Call,
        fathom_graph::EdgeKind::Transition,
        fathom_graph::EdgeKind::Callback,
    ]);
    for expected in [
        "Closer#call calls Ticket#title [inferred:3]",
        "Closer#call calls Ticket#closed! [inferred:4]",
        "Closer#set transitions Ticket#status [inferred:7]",
        "Closer#set runs callback Ticket#tell [inferred:7]",
        "Ticket#closed! runs callback Ticket#tell [exact:2]",
    ] {
        assert!(edges.contains(expected), "{expected}\n{edges}");
    }
}

#[test]
fn what_is_rendered_and_what_is_delayed_belongs_to_an_action() {
    let made = repository(&[
        GEMFILE,
        ROUTES,
        ("app/views/tickets/show.html.erb", "<p>ticket</p>\n"),
        ("app/serializers/ticket_serializer.rb", "class TicketSerializer\nend\n"),
        ("app/models/ticket.rb", "class Ticket < ApplicationRecord\n  def deliver; end\nend\n"),
        (
            "app/controllers/tickets_controller.rb",
            "class TicketsController < ActionController::Base\n  def show\n    @ticket = Ticket.find(1)\n    @ticket.delay.deliver\n  end\n  def index\n    render json: 1, serializer: TicketSerializer\n  end\nend\n",
        ),
    ]);
    let edges = made.edges(&[fathom_graph::EdgeKind::Delegate, fathom_graph::EdgeKind::Async]);
    for expected in [
        "TicketsController#show delegates to app/views/tickets/show.html.erb [exact:2]",
        "TicketsController#index delegates to TicketSerializer [exact:7]",
        "TicketsController#show starts Ticket#deliver [exact:4]",
    ] {
        assert!(edges.contains(expected), "{expected}\n{edges}");
    }
}

#[test]
fn a_name_that_a_method_returns_is_sent() {
    let made = repository(&[
        (
            "app/services/step.rb",
            "class Step\n  def run(ticket)\n    ticket.public_send(\"#{verb}!\")\n  end\n\n  def verb\n    raise NotImplementedError\n  end\nend\n",
        ),
        ("app/services/closing.rb", "class Closing < Step\n  def verb\n    'close'\n  end\nend\n"),
        ("app/services/opening.rb", "class Opening < Step\n  def verb\n    'reopen'\n  end\nend\n"),
        (
            "app/models/ticket.rb",
            "class Ticket < ApplicationRecord\n  def close!; end\n  def reopen!; end\n  def merge!; end\nend\n",
        ),
        GEMFILE,
    ]);
    let expected = expect![[r#"
        Step#run delegates to Ticket#close! [ambiguous:3]
        Step#run delegates to Ticket#reopen! [ambiguous:3]
    "#]];
    expected.assert_eq(&made.edges(&[fathom_graph::EdgeKind::Delegate]));
}

#[test]
fn a_private_method_that_nothing_names_is_called_by_a_computed_name_of_its_class() {
    let made = repository(&[
        (
            "app/jobs/steps_job.rb",
            "class StepsJob\n  def perform(steps)\n    steps.each { |step| send(step) }\n  end\n\n  private\n\n  def first\n    common\n  end\n\n  def second; end\n\n  def common; end\nend\n",
        ),
        GEMFILE,
    ]);
    let expected = expect![[r#"
        StepsJob#perform delegates to StepsJob#first [ambiguous:3]
        StepsJob#perform delegates to StepsJob#second [ambiguous:3]
    "#]];
    expected.assert_eq(&made.edges(&[fathom_graph::EdgeKind::Delegate]));
}

#[test]
fn a_class_in_a_class_that_is_named_by_its_path_is_found_as_a_base() {
    let made = repository(&[
        GEMFILE,
        ("app/models/flow.rb", "class Flow < ApplicationModel\n  def run; end\nend\n"),
        ("app/models/flow/search.rb", "class Flow\n  module Search\n  end\nend\n"),
        ("app/models/flow/custom.rb", "class Flow::Custom\n  def list; end\nend\n"),
        ("app/models/flow/custom/backend.rb", "class Flow::Custom::Backend\n  def object?(one); end\nend\n"),
        (
            "app/models/flow/custom/parent.rb",
            "class Flow::Custom::Parent < Flow::Custom::Backend\n  def match?\n    object?(1)\n  end\nend\n",
        ),
    ]);
    let calls = made.edges(&[fathom_graph::EdgeKind::Call]);
    assert!(
        calls.contains("Flow::Custom::Parent#match? calls Flow::Custom::Backend#object? [exact:3]"),
        "{calls}"
    );
}

#[test]
fn locals_of_a_class_body_are_none_of_its_methods() {
    let made = repository(&[
        GEMFILE,
        (
            "app/models/ticket.rb",
            "class Ticket < ApplicationRecord\n  belongs_to :group\n  scope :of, ->(group) { where(group: group) }\n\n  def mail\n    group.notify\n  end\n\n  def links(convert: true)\n    convert(1) if convert\n  end\n\n  def convert(one); end\nend\n",
        ),
        ("app/models/group.rb", "class Group < ApplicationRecord\n  def notify; end\nend\n"),
    ]);
    let calls = made.edges(&[fathom_graph::EdgeKind::Call]);
    for expected in
        ["Ticket#mail calls Group#notify [exact:6]", "Ticket#links calls Ticket#convert [exact:10]"]
    {
        assert!(calls.contains(expected), "{expected}\n{calls}");
    }
}
