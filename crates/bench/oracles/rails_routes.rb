#!/usr/bin/env ruby
# The routes of a Rails application as ActionDispatch itself draws them, and how well
# `fathom endpoints --json` agrees.
#
#   ruby rails_routes.rb APP                       one JSON line per route
#   fathom endpoints --repo APP --json > OURS.json
#   ruby rails_routes.rb APP OURS.json             precision and recall of verb, path and handler
#
# Routes of gems (Devise, Doorkeeper, …) and redirects are left out on both sides. Conditions of the
# route file are evaluated as in production, with every setting absent.

require_relative "rails_stub"

app = File.expand_path(ARGV.fetch(0))
Rails.root = Pathname.new(app)
Rails.application = Rails::Application.new
set = Rails.application.routes

# Routes that gems draw are skipped, their blocks run.
module ActionDispatch::Routing
  class Mapper
    %i[authenticate authenticated unauthenticated devise_scope as].each do |name|
      define_method(name) { |*, **, &block| block ? instance_exec(&block) : nil }
    end
    def method_missing(_name, *, **) = nil
    def respond_to_missing?(*) = true
  end
end

# Plugins and engines of the repository.
Dir.glob("#{app}/{plugins,engines,components}/*/lib/**/engine.rb").each { |file| load file rescue nil }
set.draw_paths << Rails.root.join("config/routes") if set.respond_to?(:draw_paths)
load "#{app}/config/routes.rb"

SKIPPED = /\A(devise|doorkeeper|devise_token_auth|rails|active_storage|action_mailbox)(\/|\z)/

def rows(set, prefix = "", seen = Set.new)
  return [] unless seen.add?(set.object_id)
  set.routes.flat_map do |route|
    path = (prefix + route.path.spec.to_s).sub(/\(\.:format\)\z/, "")
    path = path == "/" ? path : path.chomp("/")
    target = route.app.app
    if target.is_a?(Class) && target.respond_to?(:routes) && target.respond_to?(:engine?) && target.engine?
      next rows(target.routes, path == "/" ? "" : path, seen)
    end
    controller, action = route.defaults.values_at(:controller, :action)
    next [] if controller.nil? || action.nil? || controller.match?(SKIPPED) || controller.include?("stub")
    verbs = route.verb.to_s.empty? ? ["ANY"] : route.verb.split("|")
    verbs.map { |verb| [verb, path.empty? ? "/" : path, "#{controller.camelize}Controller##{action}".downcase] }
  end
end

truth = rows(set).uniq
if ARGV[1].nil?
  truth.each { |verb, path, handler| puts JSON.generate(verb: verb, path: path, handler: handler) }
  exit
end

ours = JSON.parse(File.read(ARGV[1]))["endpoints"].select { |one| one["kind"] == "route" }
ours = ours.select { |one| one["handler"].include?("#") && !one["handler"].match?(/\A(Devise|Doorkeeper|DeviseTokenAuth)::/) }
source = File.readlines("#{app}/config/routes.rb")
gem_line = ->(one) { one["source_path"] == "config/routes.rb" && source[one["line"] - 1].to_s.match?(/devise_for|devise_token/) }
ours = ours.reject(&gem_line)
ours = ours.map { |one| [one["method"], one["path"].empty? ? "/" : one["path"], one["handler"].downcase] }.uniq
both = (truth & ours).size
puts format("%-24s truth %5d  ours %5d  precision %.3f  recall %.3f", File.basename(app), truth.size, ours.size,
            both.fdiv([ours.size, 1].max), both.fdiv([truth.size, 1].max))
if ENV["SHOW"]
  (truth - ours).first(ENV["SHOW"].to_i).each { |row| puts "missing  #{row.join(' ')}" }
  (ours - truth).first(ENV["SHOW"].to_i).each { |row| puts "extra    #{row.join(' ')}" }
end
