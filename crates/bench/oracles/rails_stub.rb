# Loads parts of a Rails application without its gems and without starting it: constants that are not
# there become objects that accept every call. The oracles of routes and filters use it.
#
# Debian: apt-get install ruby-actionpack ruby-activemodel

require "logger"
require "active_support"
require "active_support/all"
require "action_dispatch"
require "action_controller"
begin
  require "active_model"
rescue LoadError
  nil
end
require "json"
require "set"

# Answers every call with itself, so that code which only configures something runs through.
module Anything
  def self.included(base) = base.extend(self)
  def method_missing(_name, *_arguments, **_options, &_block) = self
  def respond_to_missing?(_name, _all = false) = true
  def to_s = "stub"
  def to_str = "stub"
  def to_ary = []
  def to_hash = {}
  def to_proc = proc { true }
  def matches?(*) = true
  def call(*) = [200, {}, []]
  def present? = false
  def blank? = true
  def nil? = false
end

# A module that stands for one that is not loaded; its constants are such modules too.
def stub_constant(owner, name)
  stub = Class.new do
    include Anything
    def self.const_missing(name) = stub_constant(self, name)
    def self.to_s = name.to_s
    def self.allocate_stub = self
    def self.new(*, **) = super() rescue self
    def initialize(*, **) = nil
    def self.included(_base) = nil
    def self.engine? = false
    def self.routes = ActionDispatch::Routing::RouteSet.new
  end
  owner.const_set(name, stub)
end

module Rails
  class << self
    attr_accessor :root, :application
    def env = ActiveSupport::StringInquirer.new(ENV.fetch("RAILS_ENV", "production"))
    def configuration = Settings.new
    def logger = Logger.new(nil)
    def cache = Settings.new
    def version = ActionPack.version.to_s
    def autoloaders = Settings.new
  end

  class Settings
    include Anything
    undef_method :to_str
  end

  class Application
    attr_reader :routes
    def initialize
      @routes = ActionDispatch::Routing::RouteSet.new
    end
    def config = Settings.new
    def credentials = Settings.new
    def secrets = Settings.new
    def assets = Settings.new
    def reload_routes! = nil
    def method_missing(*) = Settings.new
    def respond_to_missing?(*) = true
  end

  # Each engine has routes of its own.
  class Engine
    def self.routes = (@routes ||= ActionDispatch::Routing::RouteSet.new)
    def self.isolate_namespace(mod)
      path = mod.name.underscore
      routes.default_scope = { module: path }
    end
    def self.call(_env) = [200, {}, []]
    def self.method_missing(*) = Settings.new
    def self.respond_to_missing?(*) = true
    def self.engine? = true
  end
  Railtie = Engine
end

# Gems that are not installed are left out.
module Kernel
  alias require_installed require
  def require(name)
    require_installed(name)
  rescue LoadError
    false
  end
end

# A stub can be mixed in, which does nothing.
class Module
  %i[include extend prepend].each do |name|
    original = instance_method(name)
    define_method(name) do |*modules|
      modules = modules.reject { |one| !one.is_a?(Module) || one.is_a?(Class) }
      modules.empty? ? self : original.bind(self).call(*modules)
    end
  end

end

# Constants that are not there are loaded by `$autoload`, or become stubs.
module MissingConstants
  def const_missing(name)
    loaded = $autoload && $autoload.call(self, name)
    loaded || stub_constant(self, name)
  end
end
Module.prepend(MissingConstants)
