# Prints the public methods of the classes in Ruby's core and standard library and in Rails, sorted.
#
#     apt-get install ruby-actionpack ruby-activerecord ruby-activejob ruby-actionmailer
#     ruby ruby_members.rb > ruby.txt

%w[set json yaml date time csv net/http uri open3 tempfile fileutils pathname ostruct logger digest openssl
   stringio erb securerandom bigdecimal socket timeout benchmark delegate forwardable singleton observer].each do |name|
  require name
rescue LoadError
  warn "without #{name}"
end
require "active_support/all"
%w[active_model active_record active_job action_controller action_mailer action_dispatch].each { |name| require name }

# Of Rails, what classes of an application inherit; of its other parts and of other gems, nothing.
RAILS = [ActiveRecord::Base, ActionController::Base, ActionMailer::Base, ActiveJob::Base, ActiveModel::Model].freeze
GEMS = /\A(Action|Active|Arel|Concurrent|Rack|I18n|TZInfo|Zeitwerk|Mail|Nokogiri|Loofah|Erubi|GlobalID|Rails|Gem|RubyVM|
          Bundler|DidYouMean|ErrorHighlight|Psych|Racc|Minitest|Crass|Builder|ThreadSafe|Byebug|Etc)/x

names = []
ObjectSpace.each_object(Module) do |one|
  next if one.name.to_s.match?(GEMS)

  names.concat(one.public_instance_methods(false), one.singleton_methods(false))
end
RAILS.each do |one|
  names.concat(one.public_instance_methods)
  names.concat(one.public_methods) if one.is_a?(Class)
end
names.concat(ActiveRecord::Relation.public_instance_methods, ActiveModel::Errors.public_instance_methods)
names.concat(ActionController::Parameters.public_instance_methods)
puts names.map(&:to_s).grep(/\A[a-z]\w*[?!]?\z/).uniq.sort
