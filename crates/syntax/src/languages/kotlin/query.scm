; Definitions
(class_declaration "enum" (type_identifier) @name) @definition.enum
(class_declaration "interface" (type_identifier) @name) @definition.interface
(class_declaration "class" (type_identifier) @name) @definition.class
(object_declaration (type_identifier) @name) @definition.class
(enum_entry (simple_identifier) @name) @definition.variant
(type_alias (type_identifier) @name "=" (_) @returns) @definition.type
(function_declaration receiver: (receiver_type)? @owner (simple_identifier) @name) @definition.function
(function_declaration (function_value_parameters)
  . [(user_type) (nullable_type) (parenthesized_type) (function_type)] @returns)
(secondary_constructor "constructor" @name) @definition.constructor
(class_parameter (binding_pattern_kind) (simple_identifier) @name . (_) @returns) @definition.field
; Locals and fields differ in their position; the grammar leaves most accessors outside.
((property_declaration receiver: (receiver_type)? @owner
  (variable_declaration (simple_identifier) @name @bind (_)? @returns @bind.type)
  ("=" . (_) @bind.value)?) @definition.variable . (getter)? @extent . (setter)? @extent)
[(class_body) (enum_class_body) (function_body) (getter) (setter)] @body
(secondary_constructor (statements) @body)
((call_expression . (simple_identifier) @_block
  (call_suffix (value_arguments . (value_argument . (string_literal) @name)) (annotated_lambda) @body)) @definition.test
  (#any-of? @_block "$test_call"))

; Inheritance: a base with arguments is a class
(class_declaration (delegation_specifier (constructor_invocation (user_type) @inherit.extends)))
(object_declaration (delegation_specifier (constructor_invocation (user_type) @inherit.extends)))
(class_declaration "interface" (delegation_specifier (user_type) @inherit.extends))
(class_declaration "class" (delegation_specifier [(user_type) @inherit.implements
  (explicit_delegation . (user_type) @inherit.implements)]))
(object_declaration (delegation_specifier [(user_type) @inherit.implements
  (explicit_delegation . (user_type) @inherit.implements)]))

; Calls
(call_expression . (_) @call)
(infix_expression) @call
(constructor_delegation_call) @call

; Types
(user_type . (type_identifier) @type)
(user_type (type_identifier) . (type_identifier) @type)
(callable_reference (type_identifier) @type "class")
(navigation_expression (simple_identifier) @type (navigation_suffix "class"))

; Annotations: those of parameters and locals decorate no definition
(class_declaration (modifiers (annotation [(user_type) (constructor_invocation)] @decorator)))
(object_declaration (modifiers (annotation [(user_type) (constructor_invocation)] @decorator)))
(enum_entry (modifiers (annotation [(user_type) (constructor_invocation)] @decorator)))
(function_declaration (modifiers (annotation [(user_type) (constructor_invocation)] @decorator)))
(secondary_constructor (modifiers (annotation [(user_type) (constructor_invocation)] @decorator)))
(class_parameter (modifiers (annotation [(user_type) (constructor_invocation)] @decorator)) (binding_pattern_kind))
(property_declaration (modifiers (annotation [(user_type) (constructor_invocation)] @decorator)))

; Values
(callable_reference) @read
(value_argument [(simple_identifier) (navigation_expression)] @read .)
(property_declaration (variable_declaration) . [(simple_identifier) (navigation_expression)] @read)
(assignment (directly_assignable_expression) [(simple_identifier) (navigation_expression)] @read)
(jump_expression [(simple_identifier) (navigation_expression)] @read)
(function_body [(simple_identifier) (navigation_expression)] @read)
(control_structure_body [(simple_identifier) (navigation_expression)] @read)
(elvis_expression (_) [(simple_identifier) (navigation_expression)] @read)
(equality_expression (navigation_expression) @read)
(when_condition [(simple_identifier) (navigation_expression)] @read)

; Bindings
(property_declaration (multi_variable_declaration (variable_declaration (simple_identifier) @bind)))
(for_statement (variable_declaration (simple_identifier) @bind (_)? @bind.type) . (_) @bind.element)
(for_statement (multi_variable_declaration (variable_declaration (simple_identifier) @bind)))
(when_subject (variable_declaration (simple_identifier) @bind) . (_) @bind.value)
(catch_block (simple_identifier) @bind . (_) @bind.type)
(function_value_parameters (parameter (simple_identifier) @parameter . (_) @bind.type))
(class_parameter (simple_identifier) @parameter . (_) @bind.type)
(parameter_with_optional_type (simple_identifier) @parameter . (_)? @bind.type)
(lambda_parameters (variable_declaration (simple_identifier) @parameter . (_)? @bind.type))
(lambda_parameters (multi_variable_declaration (variable_declaration (simple_identifier) @parameter)))
(function_body "=" (_) @return)
(jump_expression "return" (_) @return)

; Imports
[(package_header) (import_header)] @import

; Words
(string_literal) @literal
[(line_comment) (multiline_comment)] @comment
