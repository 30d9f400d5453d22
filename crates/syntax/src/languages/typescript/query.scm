; What TypeScript and TSX add to JavaScript: types. These patterns come before
; the shared ones and win where both match.

; Definitions
(abstract_class_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(type_alias_declaration name: (_) @name value: (_) @returns) @definition.type
(enum_declaration name: (_) @name) @definition.enum
(enum_body name: (_) @name @definition.variant)
(enum_assignment name: (_) @name value: (_) @bind.value) @definition.variant
(internal_module name: (_) @name) @definition.module
(module name: (_) @name) @definition.module
(function_signature name: (_) @name) @definition.function
(method_signature name: (_) @name) @definition.function
(abstract_method_signature name: (_) @name) @definition.function
(public_field_definition name: (_) @name) @definition.field
(public_field_definition) @reads
(property_signature name: (_) @name) @definition.field
([
  (required_parameter [(accessibility_modifier) (override_modifier) "readonly"] pattern: (identifier) @name)
  (optional_parameter [(accessibility_modifier) (override_modifier) "readonly"] pattern: (identifier) @name)
]) @attribute

; Inheritance
(extends_clause value: (_) @inherit.extends @type)
(implements_clause (_) @inherit.implements)
(extends_type_clause type: (_) @inherit.extends)

; Types
(nested_type_identifier) @type
(type_identifier) @type
(type_query) @reads
(as_expression) @reads

; Bindings
(variable_declarator name: (identifier) @bind type: (_) @bind.type)
(required_parameter pattern: (identifier) @parameter type: (_)? @bind.type)
(optional_parameter pattern: (identifier) @parameter type: (_)? @bind.type)
(required_parameter pattern: (rest_pattern (identifier) @parameter) type: (_)? @bind.type)
(import_alias) @import

