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
(public_field_definition name: (_) @name value: [(arrow_function) (function_expression)] @bind.value) @definition.function
(public_field_definition name: (_) @name) @definition.field
(public_field_definition value: [(identifier) (member_expression)] @read)
(property_signature name: (_) @name) @definition.field
([
  (required_parameter [(accessibility_modifier) (override_modifier) "readonly"] pattern: (identifier) @name)
  (optional_parameter [(accessibility_modifier) (override_modifier) "readonly"] pattern: (identifier) @name)
]) @attribute

; Inheritance
(class_declaration (class_heritage (extends_clause value: [(identifier) (member_expression)] @inherit.extends @type)))
(class_declaration (class_heritage (extends_clause value: (call_expression arguments: (arguments (identifier) @inherit.extends)))))
(class_declaration (class_heritage (implements_clause (_) @inherit.implements)))
(abstract_class_declaration (class_heritage (extends_clause value: [(identifier) (member_expression)] @inherit.extends @type)))
(abstract_class_declaration (class_heritage (implements_clause (_) @inherit.implements)))
(class name: (_) (class_heritage (extends_clause value: [(identifier) (member_expression)] @inherit.extends @type)))
(variable_declarator value: (class !name (class_heritage (extends_clause value: [(identifier) (member_expression)] @inherit.extends @type))))
(interface_declaration (extends_type_clause type: (_) @inherit.extends))

; Decorators; those of parameters are calls like any other
(class_body decorator: (decorator (_) @decorator))
(public_field_definition decorator: (decorator (_) @decorator))
(class_declaration decorator: (decorator (_) @decorator))
(abstract_class_declaration decorator: (decorator (_) @decorator))
(export_statement decorator: (decorator (_) @decorator))

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
(required_parameter value: [(identifier) (member_expression)] @read)
(call_expression
  function: (member_expression object: (_) @bind.element property: (_) @_each)
  arguments: (arguments . (arrow_function . [
    (identifier) @bind
    (formal_parameters . (required_parameter . (identifier) @bind .))]))
  (#any-of? @_each "forEach" "map" "flatMap" "filter" "find" "findIndex" "some" "every"))
(import_alias) @import

