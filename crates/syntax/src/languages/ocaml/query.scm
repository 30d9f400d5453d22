; Definitions
(value_definition (let_binding pattern: (value_name) @name body: (_) @body) @definition.variable)
(value_specification (value_name) @name type: (_)) @definition.function
(external (value_name) @name) @definition.function
(type_binding name: (type_constructor) @name body: (record_declaration) @body) @definition.struct
(type_binding name: (type_constructor) @name body: (variant_declaration) @body) @definition.enum
(type_binding name: (type_constructor) @name) @definition.type
(exception_definition (constructor_declaration (constructor_name) @name)) @definition.struct
(constructor_declaration (constructor_name) @name) @definition.variant
(value_definition . (let_binding) @wrapped) @wrapper
(type_definition . (type_binding) @wrapped) @wrapper
(module_definition . (module_binding) @wrapped) @wrapper
(class_definition . (class_binding) @wrapped) @wrapper
(field_declaration (field_name) @name type: (_) @returns) @definition.field
(module_binding (module_name) @name body: (_) @body) @definition.module
(module_type_definition (module_type_name) @name body: (_)? @body) @definition.interface
(class_binding (class_name) @name body: (_)? @body) @definition.class
(method_definition (method_name) @name body: (_)? @body) @definition.method
(instance_variable_definition (instance_variable_name) @name) @definition.field

; Inheritance
(inheritance_definition class: (class_path) @inherit.extends)

; References
(application_expression function: [(value_path) (constructor_path)] @call)
(application_expression function: (method_invocation) @call)
(method_invocation) @call
(application_expression argument: (value_path) @read)
(infix_expression left: (value_path) @read)
(infix_expression right: (value_path) @read)
(then_clause expression: (value_path) @read)
(else_clause expression: (value_path) @read)
(constructor_path) @read
(type_constructor_path) @type

; Bindings
(parameter pattern: (value_pattern) @parameter)
(let_expression (value_definition (let_binding pattern: (value_name) @bind)))
(match_case pattern: (value_pattern) @bind)

; Imports
(open_module) @import
(include_module) @import
(module_binding) @import

; Words
(string) @literal
(comment) @comment
