; Definitions
(class_definition) @definition.class
(trait_definition) @definition.trait
(object_definition) @definition.class
(package_object) @definition.class
(enum_definition) @definition.enum
(simple_enum_case) @definition.variant
(full_enum_case) @definition.variant
(class_definition "case" class_parameters: (class_parameters
  (class_parameter name: (identifier) @name type: (_) @returns) @definition.field))
(full_enum_case class_parameters: (class_parameters
  (class_parameter name: (identifier) @name type: (_) @returns) @definition.field))
(class_parameter ["val" "var"] name: (identifier) @name type: (_) @returns) @definition.field
(type_definition name: (type_identifier) @name type: (_)? @returns) @definition.type
(function_definition name: (_) @name return_type: (_)? @returns) @definition.function
(function_declaration name: (_) @name return_type: (_)? @returns) @definition.function
(given_definition name: (identifier) @name return_type: (_)? @returns) @definition.variable
; Locals and fields differ in their position.
(val_definition pattern: (identifier) @name @bind type: (_)? @returns @bind.type value: (_) @bind.value) @definition.variable
(var_definition pattern: (identifier) @name @bind type: (_)? @returns @bind.type value: (_) @bind.value) @definition.variable
(val_declaration name: (identifier) @name type: (_) @returns) @definition.variable
(var_declaration name: (identifier) @name type: (_) @returns) @definition.variable
(extension_definition parameters: (parameters (parameter type: (_) @owner))) @container

; Tests named by sentences
((call_expression
  function: (call_expression function: (identifier) @_block arguments: (arguments . (string) @name))
  arguments: (_) @body) @definition.test
  (#any-of? @_block "$test_call"))
((infix_expression left: [(string) (infix_expression)] @name operator: (identifier) @_block right: (block) @body) @definition.test
  (#any-of? @_block "$test_infix"))

; Inheritance
(class_definition extend: (extends_clause . (_) @inherit.extends))
(trait_definition extend: (extends_clause . (_) @inherit.extends))
(object_definition extend: (extends_clause . (_) @inherit.extends))
(enum_definition extend: (extends_clause . (_) @inherit.extends))
(extends_clause "with" . (_) @inherit.mixes)
(extends_clause "," . (_) @inherit.mixes)

; Calls
(call_expression function: (_) @call)
(infix_expression operator: (identifier)) @call
(instance_expression . [(type_identifier) (stable_type_identifier) (generic_type)] @new)

; Types
[(type_identifier) (stable_type_identifier)] @type

; Annotations: those of parameters and locals decorate no definition
(class_definition (annotation) @decorator)
(trait_definition (annotation) @decorator)
(object_definition (annotation) @decorator)
(enum_definition (annotation) @decorator)
(function_definition (annotation) @decorator)
(function_declaration (annotation) @decorator)
(val_definition (annotation) @decorator)
(var_definition (annotation) @decorator)

; Values: a member without parentheses may well be a method
(field_expression) @read
(stable_identifier) @read
(arguments (identifier) @read)
(assignment_expression right: (identifier) @read)
(val_definition value: (identifier) @read)
(function_definition body: (identifier) @read)
(case_clause body: (identifier) @read)
(infix_expression operator: (identifier) right: (identifier) @read)

; Bindings
(val_definition pattern: (tuple_pattern (identifier) @bind))
(enumerator . (identifier) @bind "<-" . (_) @bind.element)
(enumerator . (identifier) @bind "=" . (_) @bind.value)
(enumerator . (tuple_pattern (identifier) @bind))
(typed_pattern pattern: (identifier) @bind type: (_) @bind.type)
(case_class_pattern pattern: (identifier) @bind)
(parameter name: (identifier) @parameter type: (_) @bind.type)
(class_parameter name: (identifier) @parameter type: (_) @bind.type)
(lambda_expression parameters: (identifier) @parameter)
(binding name: (identifier) @parameter type: (_)? @bind.type)
(function_definition !return_type body: (_) @return)
(function_definition !return_type body: (block (_) @return .))
(function_definition !return_type body: (indented_block (_) @return .))

; Imports
[(package_clause) (import_declaration) (export_declaration)] @import

; Words
[(string) (interpolated_string_expression)] @literal
[(comment) (block_comment)] @comment
