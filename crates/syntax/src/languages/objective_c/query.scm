; Definitions
(class_interface . (identifier) @name) @definition.class
(class_implementation . (identifier) @name) @definition.class
(protocol_declaration . (identifier) @name) @definition.interface
(method_declaration (method_type (type_name . (_) @returns)) . (identifier) @name) @definition.method
(method_declaration . (identifier) @name) @definition.method
(method_definition (method_type (type_name . (_) @returns)) . (identifier) @name (compound_statement) @body) @definition.method
(method_definition . (identifier) @name (compound_statement) @body) @definition.method
(property_declaration (struct_declaration . (_) @returns (struct_declarator (_) @name))) @definition.field
(instance_variable (struct_declaration . (_) @returns (struct_declarator (_) @name))) @definition.field

; Inheritance
(class_interface superclass: (identifier) @inherit.extends)
(class_interface (parameterized_arguments (type_name (type_identifier) @inherit.implements)))
(protocol_declaration (protocol_reference_list (identifier) @inherit.extends))

; References
(message_expression) @call
(selector_expression) @read

; Bindings
(method_parameter (method_type (type_name . (_) @bind.type)) (identifier) @parameter)

; Imports
(module_import) @import

