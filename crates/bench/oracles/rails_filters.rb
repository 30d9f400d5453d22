#!/usr/bin/env ruby
# The filters of each routed action as ActionController itself has them, and how well
# `fathom flow` agrees.
#
#   ruby rails_filters.rb APP                 one JSON line per action: handler, filters in order
#   ruby rails_filters.rb APP OURS.jsonl      recall, share of ours that run, share of pairs in order
#
# OURS.jsonl has lines {"handler": "A::BController#show", "filters": ["before:set_x", …]};
# rails_filters_ours.sh writes it with `fathom flow`. Controllers that cannot be loaded without the
# application's gems are left out, and counted.

require_relative "rails_stub"

app = File.expand_path(ARGV.fetch(0))
Rails.root = Pathname.new(app)
Rails.application = Rails::Application.new
roots = Dir.glob("#{app}/app/{controllers,helpers}{,/concerns}") + ["#{app}/lib"] + Dir.glob("#{app}/enterprise/app/controllers{,/concerns}")

loading = []
$autoload = lambda do |owner, name|
  full = owner.equal?(Object) ? name.to_s : "#{owner.name}::#{name}"
  tries = [full, name.to_s].uniq
  tries.each do |constant|
    roots.each do |root|
      file = "#{root}/#{constant.underscore}.rb"
      next if loading.include?(file) || !File.file?(file)
      loading.push(file)
      begin
        load file
      rescue StandardError, ScriptError
        nil
      end
      found = constant.split("::").inject(Object) { |at, part| at && at.const_defined?(part, false) ? at.const_get(part, false) : nil }
      return found if found
    end
    folder = roots.find { |root| File.directory?("#{root}/#{constant.underscore}") }
    return owner.const_set(name, Module.new) if folder && constant == full
  end
  nil
end

# Views are not loaded, and a filter that is skipped may come from a gem.
module WithoutViews
  def helper(*) = nil
  %i[skip_before_action skip_around_action skip_after_action].each do |name|
    define_method(name) { |*names, **options| super(*names, **options, raise: false) }
  end
end
[ActionController::Base, ActionController::API].each { |base| base.singleton_class.prepend(WithoutViews) }

# Declarations of gems in the bodies of controllers do nothing.
class << ActionController::Base
  def method_missing(*) = nil
  def respond_to_missing?(*) = true
end
class << ActionController::API
  def method_missing(*) = nil
  def respond_to_missing?(*) = true
end

Probe = Struct.new(:action_name)

def filters(controller, action)
  probe = Probe.new(action)
  list = controller._process_action_callbacks.select do |callback|
    conditions = callback.instance_variable_get(:@if)
    negations = callback.instance_variable_get(:@unless)
    # `only` and `except` are procedures of AbstractController; conditions of the program count as true.
    own = ->(one) { one.is_a?(Proc) && one.source_location[0].end_with?("abstract_controller/callbacks.rb") }
    run = ->(one) { one.arity.zero? ? probe.instance_exec(&one) : one.call(probe) }
    conditions.select(&own).all?(&run) && negations.select(&own).none?(&run)
  end
  named = list.map do |callback|
    name = callback.filter.is_a?(Symbol) ? callback.filter.to_s : "block"
    [callback.kind.to_s, name]
  end
  after, before = named.partition { |kind, _| kind == "after" }
  (before + after.reverse).map { |kind, name| "#{kind}:#{name}" }
end

truth = {}
failed = 0
Dir.glob("#{app}/app/controllers/**/*_controller.rb").sort.each do |file|
  constant = file.delete_prefix("#{app}/app/controllers/").delete_suffix(".rb").camelize
  controller = begin
    constant.constantize
  rescue StandardError, ScriptError
    nil
  end
  unless controller.is_a?(Class) && controller < ActionController::Metal && controller.respond_to?(:_process_action_callbacks)
    failed += 1
    next
  end
  controller.public_instance_methods(false).each do |action|
    truth["#{constant}##{action}".downcase] = filters(controller, action.to_s)
  end
end

if ARGV[1].nil?
  truth.each { |handler, names| puts JSON.generate(handler: handler, filters: names) }
  warn "#{failed} controllers were not loaded"
  exit
end

ours = File.readlines(ARGV[1]).map { |line| JSON.parse(line) }.to_h { |one| [one["handler"].downcase, one["filters"]] }
found = expected = given = right = ordered = pairs = actions = 0
ours.each do |handler, mine|
  theirs = truth[handler] or next
  actions += 1
  # Blocks have no name to compare, and Rails adds some of its own.
  mine = mine.reject { |name| name.end_with?(":block") || name.include?("::") }
  theirs = theirs.reject { |name| name.end_with?(":block") || name.end_with?("verify_same_origin_request") }
  common = theirs & mine
  expected += theirs.size
  given += mine.size
  found += common.size
  right += (mine & theirs).size
  common.combination(2) { |a, b| pairs += 1; ordered += 1 if mine.index(a) < mine.index(b) }
  puts "#{handler}\n  missing #{theirs - mine}\n  extra   #{mine - theirs}" if ENV["SHOW"] && (theirs - mine | mine - theirs).any?
end
puts format("%-16s actions %4d  recall %.3f  of ours run %.3f  in order %.3f  (%d controllers not loaded)",
            File.basename(app), actions, found.fdiv([expected, 1].max), right.fdiv([given, 1].max),
            ordered.fdiv([pairs, 1].max), failed)
