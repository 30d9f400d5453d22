//! Ruby and shell: one namespace for the whole repository.

use crate::repository;
use expect_test::expect;
use fathom_graph::EdgeKind;

#[test]
fn ruby_constants_nest_classes_reopen_and_modules_mix_in() {
    let repository = repository(&[
        (
            "lib/shop/order.rb",
            "module Shop\n  class Order\n    include Payable\n    def initialize\n      @mail = Mail.new\n    end\n    def pay\n      charge\n      @mail.deliver\n      Shop::Log.write(self)\n    end\n  end\nend\n",
        ),
        (
            "lib/shop/payable.rb",
            "module Shop\n  module Payable\n    def charge; end\n  end\n  class Mail\n    def deliver; end\n  end\nend\n",
        ),
        ("lib/shop/log.rb", "module Shop\n  class Log\n    def self.write(x); end\n  end\nend\n"),
    ]);
    expect![[r#"
        lib/shop/order.rb::Shop::Order#initialize creates lib/shop/payable.rb::Shop::Mail [exact:5]
        lib/shop/order.rb::Shop::Order#pay calls lib/shop/log.rb::Shop::Log.write [exact:10]
        lib/shop/order.rb::Shop::Order#pay calls lib/shop/payable.rb::Shop::Mail#deliver [exact:9]
        lib/shop/order.rb::Shop::Order#pay calls lib/shop/payable.rb::Shop::Payable#charge [exact:8]
    "#]]
    .assert_eq(&repository.calls());
}

#[test]
fn a_ruby_class_keeps_the_whole_name_it_is_written_with() {
    let repository = repository(&[
        ("a/shop.rb", "module Shop\n  class Base; end\nend\n"),
        ("b/edit.rb", "class Shop::Users::Edit::Page < Shop::Base\n  def show; end\nend\n"),
        ("b/index.rb", "class Shop::Users::Index::Page < Shop::Base\n  def show; end\nend\n"),
        ("b/nested.rb", "module Shop\n  class Mail::Page\n    def show; end\n  end\nend\n"),
        (
            "b/orders.rb",
            "module Shop::Orders\n  class Error::Retry < StandardError; end\n  Error::LIMIT = 3\nend\n",
        ),
    ]);
    let graph = repository.graph();
    let named = |name: &str| -> Vec<String> {
        graph.named(name).map(|symbol| graph.qualified_name(symbol)).collect()
    };
    assert_eq!(named("Page"), ["Shop::Users::Edit::Page", "Shop::Users::Index::Page", "Shop::Mail::Page"]);
    assert_eq!(named("Orders"), ["Shop::Orders"]);
    assert_eq!(named("Retry"), ["Shop::Orders::Error::Retry"]);
    let shows = ["Shop::Users::Edit::Page#show", "Shop::Users::Index::Page#show", "Shop::Mail::Page#show"];
    assert_eq!(named("show"), shows);
}

#[test]
fn prose_mentions_the_symbols_it_names() {
    let repository = repository(&[
        ("shop/order.py", "class Order:\n    def pay_now(self): pass\n"),
        ("docs/guide.md", "# Paying\n\nCall `Order.pay_now()` to pay.\n"),
    ]);
    expect![[r#"
        docs/guide.md::Paying mentions shop/order.py::Order.pay_now [inferred:3]
    "#]]
    .assert_eq(&repository.edges(&[EdgeKind::Mentions]));
}

#[test]
fn what_ruby_calls_on_each_element_is_no_method_of_its_own_class() {
    let job = "class Job\n  def cancel; end\nend\n";
    let queue = "class Queue\n  def stop(jobs)\n    jobs.each(&:cancel)\n    jobs.each(&:drain)\n  end\n  def cancel; end\n  def drain; end\nend\n";
    expect![[r#"
        queue.rb::Queue#stop calls job.rb::Job#cancel [inferred:3]
    "#]]
    .assert_eq(&repository(&[("job.rb", job), ("queue.rb", queue)]).calls());
}

#[test]
fn ruby_follows_paths_of_constants_associations_scopes_and_elements() {
    let made = repository(&[
        ("app/billing/charge_service.rb", "class Billing::ChargeService\n  def call; end\nend\n"),
        ("app/billing/base.rb", "class Billing::Special < Billing::ChargeService\nend\n"),
        (
            "app/order.rb",
            "class Order < ApplicationRecord\n  has_many :line_items\n  scope :recent, -> { where(x: 1) }\n  def pay\n    Billing::ChargeService.new.call\n    Billing::Special.new.call\n    line_items.each(&:cancel)\n    line_items.first.cancel\n    Order.recent.where(a: 1).each { |order| order.ship }\n  end\n  def ship; end\nend\n",
        ),
        ("app/line_item.rb", "class LineItem < ApplicationRecord\n  def cancel; end\nend\n"),
        (
            "app/other.rb",
            "class Other\n  def cancel; end\n  def run(orders)\n    orders.each(&:cancel)\n    Worker.perform_async(1)\n  end\nend\n",
        ),
        ("app/worker.rb", "class Worker\n  def perform; end\nend\n"),
    ]);
    let calls = made.calls();
    for line in [
        "Order#pay calls app/billing/charge_service.rb::Billing::ChargeService#call [exact:5]",
        "Order#pay calls app/line_item.rb::LineItem#cancel [exact:7]",
        "Order#pay calls app/order.rb::Order#ship [exact:9]",
    ] {
        assert!(calls.contains(line), "{line}\n{calls}");
    }
    assert!(!calls.contains("Other#run calls app/other.rb::Other#cancel [exact"), "{calls}");
    let reads = made.edges(&[fathom_graph::EdgeKind::Read]);
    assert!(reads.contains("Other#run reads app/worker.rb::Worker"), "{reads}");
}

#[test]
fn a_ruby_value_that_is_named_after_a_class_is_inferred_to_be_one() {
    let user = "class User\n  def suspend(reason); end\n  private\n  def forget_all; end\nend\n";
    let service = "class Ban\n  def initialize(user)\n    @user = user\n  end\n  def call(users)\n    @user.suspend(1)\n    current_user.suspend(2)\n    users.each { |one| one.suspend(3) }\n    @user.forget_all\n    options.suspend(4)\n  end\nend\n";
    expect![[r#"
        ban.rb::Ban#call calls user.rb::User#suspend [inferred:6]
    "#]]
    .assert_eq(&repository(&[("ban.rb", service), ("user.rb", user)]).calls());
}

#[test]
fn a_ruby_method_of_the_class_and_one_of_its_instances_share_a_name() {
    let trigger = "class Trigger\n  def self.run(url)\n    new(url).run\n  end\n  def run\n    send_it\n  end\n  def send_it; end\nend\n";
    let job = "class Job\n  def perform\n    Trigger.run(1)\n    Trigger.new(2).run\n  end\nend\n";
    let calls = repository(&[("job.rb", job), ("trigger.rb", trigger)]).calls();
    for expected in [
        "Job#perform calls trigger.rb::Trigger.run [exact:3]",
        "Job#perform calls trigger.rb::Trigger#run [exact:4]",
        "Trigger.run calls trigger.rb::Trigger#run [exact:3]",
    ] {
        assert!(calls.contains(expected), "{expected}\n{calls}");
    }
}

#[test]
fn a_ruby_module_calls_what_the_classes_that_include_it_define() {
    let mute = "module Mute\n  def mute!\n    note_muting\n  end\nend\n";
    let chat = "class Chat\n  include Mute\n  include Notes\nend\n";
    let notes = "module Notes\n  def note_muting; end\nend\n";
    let made = repository(&[("chat.rb", chat), ("mute.rb", mute), ("notes.rb", notes)]);
    expect![[r#"
        mute.rb::Mute#mute! calls notes.rb::Notes#note_muting [inferred:3]
    "#]]
    .assert_eq(&made.calls());
}
