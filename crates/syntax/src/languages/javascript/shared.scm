; What JavaScript, TypeScript and TSX have in common. Types, values and bodies
; are found by field where a pattern names none; each child step in a pattern
; costs, when the query is compiled and on every node.

; Definitions
(function_declaration name: (_) @name) @definition.function
(generator_function_declaration name: (_) @name) @definition.function
(class_declaration name: (_) @name) @definition.class
(class name: (_) @name) @definition.class
(method_definition name: (_) @name) @definition.function
(function_expression name: (_) @name) @definition.function

; … bound to a name by one statement, or by one of several declarators; refine
; drops variables that are not the module's
([
  (lexical_declaration . (variable_declarator
    name: (identifier) @name value: [(arrow_function) (function_expression) (generator_function)] @bind.value) .)
  (variable_declaration . (variable_declarator
    name: (identifier) @name value: [(arrow_function) (function_expression) (generator_function)] @bind.value) .)
]) @definition.function
(variable_declarator
  name: (identifier) @name value: [(arrow_function) (function_expression) (generator_function)] @bind.value) @definition.function
([
  (lexical_declaration . (variable_declarator name: (identifier) @name value: (_)? @bind.value) .)
  (variable_declaration . (variable_declarator name: (identifier) @name value: (_)? @bind.value) .)
]) @definition.variable
(variable_declarator name: (identifier) @name) @definition.variable

; … held by an object; refine drops those of objects that stay inside a function
(pair key: (_) @name value: [(arrow_function) (function_expression) (generator_function)] @bind.value) @definition.method
(pair key: (_) @name
  value: (object [(method_definition) (pair value: [(arrow_function) (function_expression)])]) @body) @definition.field

; … assigned: `exports.x`, `module.exports`, `Foo.prototype.x`, `Foo.x`, `this.x`
(assignment_expression
  left: (member_expression object: (_) @owner property: (_) @name) right: (_) @bind.value @read) @definition.variable

; … exported without a name
(export_statement "default" @name value: [(arrow_function) (function_expression !name) (class !name)] @bind.value) @definition.variable
(export_statement "default" @name value: (object) @body) @definition.variable

; Tests
(call_expression function: (_) @_test arguments: (arguments . (_) @name . (_) @body)
  (#match? @_test "^$test_call\\b")) @definition.test

; References
(decorator (_) @decorator)
(call_expression function: (_) @call)
(new_expression constructor: (_) @new)
; A method that is bound is passed on: `this.load.bind(this)`.
(call_expression function: (member_expression
  object: [(identifier) (member_expression)] @read property: (property_identifier) @_bound)
  (#any-of? @_bound "bind" "call" "apply"))
(arguments) @reads
(array) @reads
(object) @reads
(pair) @reads
(spread_element) @reads
(return_statement) @reads
(ternary_expression) @reads
(variable_declarator value: [(identifier) (member_expression)] @read)
(export_statement value: (identifier) @read)
(binary_expression operator: "instanceof" right: (_) @type)

; Bindings
(variable_declarator name: (identifier) @bind value: (_)? @bind.value)
(assignment_expression left: (identifier) @bind right: (_) @bind.value @read)
(for_in_statement left: (identifier) @bind right: (_) @bind.element)
(catch_clause parameter: (identifier) @bind)
(shorthand_property_identifier_pattern) @bind
(pair_pattern value: (identifier) @bind)
(array_pattern (identifier) @bind)
(rest_pattern (identifier) @bind)
(arrow_function parameter: (_) @parameter)
(return_statement (_) @return)
(arrow_function body: (_) @return @read)
(arrow_function) @closure
(function_expression) @closure
(call_expression function: (_) @each arguments: (arguments . [(arrow_function) (function_expression)] @closure))

; Imports
(import_statement) @import
(export_statement) @import
(call_expression function: (_) @_require arguments: (arguments . (string) .) (#any-of? @_require "require" "import")) @import
(assignment_expression) @import

; Words
(string) @literal
(template_string) @literal
(comment) @comment
