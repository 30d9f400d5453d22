; Definitions
(object_type_definition (name) @name (fields_definition)? @body) @definition.type
(object_type_extension (name) @name (fields_definition)? @body) @definition.type
(interface_type_definition (name) @name (fields_definition)? @body) @definition.interface
(union_type_definition (name) @name) @definition.union
(enum_type_definition (name) @name (enum_values_definition)? @body) @definition.enum
(enum_value (name) @name) @definition.variant
(input_object_type_definition (name) @name (input_fields_definition)? @body) @definition.struct
(scalar_type_definition (name) @name) @definition.type
(directive_definition (name) @name) @definition.macro
(field_definition (name) @name (type) @returns) @definition.field
(input_fields_definition (input_value_definition (name) @name (type) @returns) @definition.field)
(operation_definition (name) @name (selection_set) @body) @definition.function
(fragment_definition (fragment_name (name) @name) (selection_set) @body) @definition.function

; Inheritance
(implements_interfaces (named_type) @inherit.implements)

; References
(named_type (name) @type)
(fragment_spread (fragment_name) @call)
(directive (name) @decorator)

; Words
(description) @doc
(comment) @comment
