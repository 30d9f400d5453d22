; Definitions
(function_declaration name: (identifier) @name type: (_)? @returns) @definition.function
(variable_declaration . (identifier) @name (struct_declaration) @body) @definition.struct
(variable_declaration . (identifier) @name (enum_declaration) @body) @definition.enum
(variable_declaration . (identifier) @name (union_declaration) @body) @definition.union
(variable_declaration . (identifier) @name (opaque_declaration) @body) @definition.struct
(variable_declaration . (identifier) @name (error_set_declaration) @body) @definition.enum
(variable_declaration . (identifier) @name type: (_) @returns) @definition.variable
(variable_declaration . (identifier) @name (_) @bind.value .) @definition.variable
(error_set_declaration (identifier) @name @definition.variant)
(enum_declaration (container_field name: (identifier) @name) @definition.variant)
(container_field name: (identifier) @name type: (_) @returns) @definition.field
(container_field name: (identifier) @name) @definition.field
(test_declaration [(string) (identifier)] @name (block) @body) @definition.test

; References
(call_expression function: (_) @call)
(struct_initializer . (_) @new)
(parameter type: (_) @type)
(container_field type: (identifier) @type)
(call_expression function: (_) [(identifier) (field_expression)] @read)
(return_expression [(identifier) (field_expression)] @read)
(binary_expression (identifier) @read)

; Bindings
(block (variable_declaration . (identifier) @bind type: (_) @bind.type))
(block (variable_declaration . (identifier) @bind (_) @bind.value .))
(parameter name: (identifier) @parameter type: (pointer_type (_) @bind.type))
(parameter name: (identifier) @parameter type: (_) @bind.type)
(payload (identifier) @bind)

; Imports
(variable_declaration) @import

; Words
(string) @literal
(comment) @comment
