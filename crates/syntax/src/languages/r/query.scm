; Definitions
(binary_operator lhs: [(identifier) (string)] @name operator: ["<-" "=" "<<-"]
  rhs: (function_definition body: (_) @body)) @definition.function
(binary_operator lhs: (identifier) @name operator: ["<-" "="]
  rhs: (call function: [(identifier) @_class (namespace_operator rhs: (identifier) @_class)] arguments: (_) @body)
  (#any-of? @_class "R6Class" "setRefClass" "ggproto")) @definition.class
(program (binary_operator lhs: (identifier) @name operator: ["<-" "="] rhs: (_) @bind.value) @definition.variable)
(call function: (identifier) @_class
  arguments: (arguments . argument: (argument value: (string) @name))
  (#any-of? @_class "setClass")) @definition.class
(call function: (identifier) @_method
  arguments: (arguments . argument: (argument value: (string) @name))
  (#any-of? @_method "setGeneric" "setMethod")) @definition.function
(call function: (identifier) @_class
  arguments: (arguments argument: (argument value: (call
    arguments: (arguments argument: (argument name: (identifier) @name value: (function_definition)) @definition.function))))
  (#any-of? @_class "R6Class" "setRefClass"))
(call function: (identifier) @_test
  arguments: (arguments . argument: (argument value: (string) @name) argument: (argument) @body)
  (#any-of? @_test "$test_call")) @definition.test

; References
(call function: (_) @call)
(argument value: [(identifier) (extract_operator)] @read)
(binary_operator rhs: (identifier) @read)

; Bindings
(braced_expression (binary_operator lhs: (identifier) @bind operator: ["<-" "="] rhs: (_) @bind.value))
(parameter name: (identifier) @parameter)
(for_statement variable: (identifier) @bind sequence: (_) @bind.element)

; Imports
((call function: (identifier) @_source) @import (#eq? @_source "source"))

; Words
(string) @literal
(comment) @comment
