; Definitions
(function_declaration
  name: (identifier) @name
  result: [
    (generic_type type: (_) @returns)
    (pointer_type (generic_type type: (_) @returns))
  ]) @definition.function
(function_declaration
  name: (identifier) @name
  result: [(_simple_type) @returns (parameter_list . (parameter_declaration type: (_) @returns))]?) @definition.function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @owner
    (generic_type type: (_) @owner)
    (pointer_type [(type_identifier) @owner (generic_type type: (_) @owner)])
  ]))
  name: (field_identifier) @name
  result: [(_simple_type) @returns (parameter_list . (parameter_declaration type: (_) @returns))]?) @definition.method
(method_elem
  name: (field_identifier) @name
  result: [(_simple_type) @returns (parameter_list . (parameter_declaration type: (_) @returns))]?) @definition.method
(type_declaration . [(type_spec) (type_alias)] @wrapped .) @wrapper
(type_spec name: (_) @name type: (struct_type (field_declaration_list) @body)) @definition.struct
(type_spec name: (_) @name type: (interface_type "{" @body)) @definition.interface
(type_spec name: (_) @name type: (_) @returns) @definition.type
(type_alias name: (_) @name type: (_) @returns) @definition.type
(field_declaration name: (_) @name type: (_) @returns) @definition.field
(const_spec (identifier) @name type: (_) @returns) @definition.constant
(const_spec (identifier) @name) @definition.constant
(var_spec name: (identifier) @name type: (_) @returns) @definition.variable
(var_spec . name: (identifier) @name !type value: (expression_list . (_) @bind.value)) @definition.variable
(var_spec name: (identifier) @name) @definition.variable

; Inheritance
(field_declaration !name type: (_) @inherit.extends)
(interface_type (type_elem . [(type_identifier) (qualified_type) (generic_type)] @inherit.extends .))

; References
(call_expression function: (_) @call)
(call_expression function: (index_expression operand: (_) @call))
(call_expression
  function: (identifier) @_new arguments: (argument_list . [(type_identifier) (qualified_type)] @new)
  (#eq? @_new "new"))
(composite_literal type: [
  (type_identifier) @new
  (qualified_type) @new
  (generic_type type: (_) @new)
])
(qualified_type) @type
((type_identifier) @type (#not-any-of? @type
  "string" "int" "error" "bool" "byte" "any" "int64" "uint64" "int32" "uint32" "float64" "uint" "uint8" "rune"
  "float32" "int8" "int16" "uint16" "uintptr" "comparable" "complex128" "complex64"))
(argument_list [(identifier) (selector_expression)] @read)
(argument_list (unary_expression operand: [(identifier) (selector_expression)] @read))
(variadic_argument [(identifier) (selector_expression)] @read)
(assignment_statement right: (expression_list [(identifier) (selector_expression)] @read))
(short_var_declaration right: (expression_list [(identifier) (selector_expression)] @read))
(var_spec value: (expression_list [(identifier) (selector_expression)] @read))
(return_statement (expression_list [(identifier) (selector_expression)] @read))
(literal_value (literal_element [(identifier) (selector_expression)] @read))
(keyed_element value: (literal_element [(identifier) (selector_expression)] @read))
(keyed_element key: (literal_element (selector_expression) @read))
(expression_case value: (expression_list [(identifier) (selector_expression)] @read))
(send_statement value: [(identifier) (selector_expression)] @read)
(binary_expression (selector_expression) @read)

; Bindings
(short_var_declaration
  left: (expression_list . (identifier) @bind) right: (expression_list . (_) @bind.value))
(short_var_declaration left: (expression_list (_) . (identifier) @bind))
(receive_statement left: (expression_list . (identifier) @bind) right: (_) @bind.value)
(range_clause left: (expression_list . (identifier) @bind))
(range_clause left: (expression_list (_) . (identifier) @bind) right: (_) @bind.element)
(type_switch_statement alias: (expression_list (identifier) @bind))
(var_spec name: (identifier) @bind type: (_) @bind.type)
(var_spec . name: (identifier) @bind !type value: (expression_list . (_) @bind.value))
(parameter_declaration name: (identifier) @parameter type: [
  (generic_type type: (_) @bind.type)
  (pointer_type (generic_type type: (_) @bind.type))
])
(parameter_declaration name: (identifier) @parameter type: (_) @bind.type)
(variadic_parameter_declaration name: (identifier) @parameter)
(func_literal) @closure

; Imports
(package_clause) @import
(import_spec) @import

; Words
(argument_list [(interpreted_string_literal) (raw_string_literal)] @literal)
(expression_list [(interpreted_string_literal) (raw_string_literal)] @literal)
(literal_element [(interpreted_string_literal) (raw_string_literal)] @literal)
(binary_expression [(interpreted_string_literal) (raw_string_literal)] @literal)
(comment) @comment
