; Definitions
(module_definition name: (identifier) @name) @definition.module
(abstract_definition (type_head [
  (identifier) @name
  (parametrized_type_expression . (identifier) @name)
  (binary_expression . [(identifier) @name (parametrized_type_expression . (identifier) @name)])])) @definition.class
(struct_definition (type_head [
  (identifier) @name
  (parametrized_type_expression . (identifier) @name)
  (binary_expression . [(identifier) @name (parametrized_type_expression . (identifier) @name)])])) @definition.struct
(struct_definition (typed_expression . (identifier) @name . (_) @returns) @definition.field)
(struct_definition (identifier) @name @definition.field)
(function_definition (signature [
  (call_expression . [(identifier) @name (field_expression (identifier) @name .)])
  (typed_expression . (call_expression . [(identifier) @name (field_expression (identifier) @name .)]))
  (where_expression . (call_expression . [(identifier) @name (field_expression (identifier) @name .)]))
  (identifier) @name])) @definition.function
(macro_definition (signature (call_expression . (identifier) @name))) @definition.macro
(assignment . [
  (call_expression . [(identifier) @name (field_expression (identifier) @name .)])
  (where_expression . (call_expression . [(identifier) @name (field_expression (identifier) @name .)]))] (operator)) @definition.function
(const_statement (assignment . (identifier) @name . (operator) . (_) @bind.value)) @definition.constant
(macrocall_expression
  (macro_identifier (identifier) @_enum) (macro_argument_list . (identifier) @name)
  (#eq? @_enum "enum")) @definition.enum
(macrocall_expression
  (macro_identifier (identifier) @_test) (macro_argument_list . (string_literal) @name (compound_statement) @body)
  (#any-of? @_test "$test_call")) @definition.test

; Inheritance
(type_head (binary_expression (operator) . [(identifier) @inherit.extends (parametrized_type_expression . (identifier) @inherit.extends)]))

; References
(call_expression . [(identifier) (field_expression)] @call)
(broadcast_call_expression . [(identifier) (field_expression)] @call)
(macrocall_expression . (macro_identifier) @call)
(typed_expression (_) . [(identifier) (parametrized_type_expression)] @type)
(argument_list [(identifier) (field_expression)] @read)
(return_statement [(identifier) (field_expression)] @read)

; Bindings
(assignment . (identifier) @bind . (operator) . (_) @bind.value)
(argument_list (typed_expression . (identifier) @parameter . (_) @bind.type))
(for_binding . (identifier) @bind . (operator) . (_) @bind.element)
(return_statement (_) @return)

; Imports
((call_expression . (identifier) @_include) @import (#eq? @_include "include"))

; Words
(string_literal) @literal
[(line_comment) (block_comment)] @comment
