; Definitions
(class_declaration name: (identifier) @name) @definition.class
(interface_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(trait_declaration name: (identifier) @name) @definition.trait
(enum_constant name: (identifier) @name) @definition.variant
(method_declaration name: (_) @name) @definition.function
(constructor_declaration name: (identifier) @name) @definition.constructor
(field_declaration type: (_)? @returns (variable_declarator name: (identifier) @name value: (_)? @bind.value)) @definition.field

; Inheritance
(superclass (type_identifier) @inherit.extends)
(super_interfaces (type_identifier) @inherit.implements)

; References
(method_invocation function: (_) @call)
(object_creation_expression type: (_) @new)
(type_identifier) @type
(annotation) @decorator
(argument_list) @reads

; Bindings
(local_variable_declaration type: (_) @bind.type name: (identifier) @bind)
(local_variable_declaration name: (identifier) @bind value: (_) @bind.value)
(formal_parameter type: (_) @bind.type name: (identifier) @parameter)
(formal_parameter name: (identifier) @parameter)
(closure_parameter name: (identifier) @parameter)

; Imports
(package_declaration) @import
(import_declaration) @import

; Words
(string_literal) @literal
[(line_comment) (block_comment) (groovydoc_comment)] @comment
