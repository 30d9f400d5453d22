; Definitions
(class_declaration name: (name) @name) @definition.class
(interface_declaration name: (name) @name) @definition.interface
(trait_declaration name: (name) @name) @definition.trait
(enum_declaration name: (name) @name) @definition.enum
(enum_case name: (name) @name value: (_)? @bind.value) @definition.variant
(function_definition name: (name) @name) @definition.function
(method_declaration name: (name) @name) @definition.function

; … one property or constant in a declaration, then one of several
(property_declaration type: (_) @returns
  . (property_element name: (variable_name) @name default_value: (_)?) . (property_hook_list)? @body .) @definition.field
(property_declaration [(visibility_modifier) (static_modifier) (readonly_modifier) (var_modifier)]
  . (property_element name: (variable_name) @name default_value: (_)? @bind.value) .) @definition.field
(property_declaration type: (_)? @returns
  (property_element name: (variable_name) @name default_value: (_)? @bind.value) @definition.field)
(property_promotion_parameter name: (variable_name) @name) @attribute
(const_declaration . [(visibility_modifier) (final_modifier) (attribute_list)]*
  . (const_element . (name) @name (_) @bind.value) .) @definition.constant
(const_declaration type: (_) @returns . (const_element . (name) @name) .) @definition.constant
(const_declaration type: (_)? @returns (const_element . (name) @name (_) @bind.value) @definition.constant)
(function_call_expression function: (_) @_define arguments: (arguments . (argument (_) @name))
  (#eq? @_define "define")) @definition.constant
(program (expression_statement (assignment_expression left: (variable_name) @name)) @definition.variable)
(assignment_expression
  left: (member_access_expression object: (_) @_this name: (_) @name)
  right: (_) @bind.value @read
  (#eq? @_this "$this")) @attribute
(function_call_expression function: (name) @_test
  arguments: (arguments . (argument [(string) (encapsed_string)] @name)
    . (argument [(anonymous_function) (arrow_function)] @body))
  (#any-of? @_test "$test_call")) @definition.test

; Inheritance; an anonymous class has no name to attach it to
(class_declaration (base_clause [(name) (qualified_name)] @inherit.extends))
(interface_declaration (base_clause [(name) (qualified_name)] @inherit.extends))
[
  (class_declaration (class_interface_clause [(name) (qualified_name)] @inherit.implements))
  (enum_declaration (class_interface_clause [(name) (qualified_name)] @inherit.implements))
]
(use_declaration [(name) (qualified_name)] @inherit.mixes @type)

; References
(attribute) @decorator
[
  (function_call_expression)
  (member_call_expression)
  (nullsafe_member_call_expression)
  (scoped_call_expression)
] @call
(object_creation_expression . [(name) (qualified_name) (relative_name)] @new)
(named_type) @type
(base_clause [(name) (qualified_name)] @type)
(class_interface_clause [(name) (qualified_name)] @type)
(class_constant_access_expression) @read
(array_creation_expression
  . (array_element_initializer . [(variable_name) (class_constant_access_expression)] .)
  . (array_element_initializer . (string) .) .) @read
(argument . (name) @read .)
(argument name: (name) . (name) @read)
(argument [(qualified_name) (member_access_expression)] @read)
(array_element_initializer) @reads
(return_statement) @reads

; Bindings
(assignment_expression left: (variable_name) @bind right: (_) @bind.value @read)
(list_literal (variable_name) @bind)
(static_variable_declaration name: (variable_name) @bind value: (_)? @bind.value)
(global_declaration (variable_name) @bind)
(foreach_statement . (_) @bind.element . [(variable_name) @bind (by_ref (variable_name) @bind)])
(foreach_statement . (_) @bind.element . (pair (_) . [(variable_name) @bind (by_ref (variable_name) @bind)] .))
(foreach_statement (pair . (variable_name) @bind))
(catch_clause type: (_) @bind.type name: (variable_name) @bind)
(simple_parameter type: (_)? @bind.type name: (variable_name) @parameter)
(variadic_parameter type: (_)? @bind.type name: (variable_name) @parameter)
(property_promotion_parameter type: (_)? @bind.type name: (variable_name) @parameter)
(return_statement (_) @return)
(anonymous_function) @closure
(arrow_function) @closure

; Imports
(namespace_definition) @import
(namespace_use_declaration) @import
[(require_expression) (require_once_expression) (include_expression) (include_once_expression)] @import

; Words
(string) @literal
(encapsed_string) @literal
(heredoc_body) @literal
(nowdoc_body) @literal
(comment) @comment
