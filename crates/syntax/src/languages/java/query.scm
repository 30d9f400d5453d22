; Definitions
(class_declaration) @definition.class
(interface_declaration) @definition.interface
(annotation_type_declaration) @definition.interface
(record_declaration) @definition.struct
(record_declaration parameters: (formal_parameters
  (formal_parameter type: (_) @returns name: (identifier) @name) @definition.field))
(enum_declaration) @definition.enum
(enum_constant) @definition.variant
(method_declaration type: (_) @returns name: (identifier) @name) @definition.method
(annotation_type_element_declaration type: (_) @returns name: (identifier) @name) @definition.method
(constructor_declaration) @definition.constructor
(compact_constructor_declaration) @definition.constructor
(field_declaration type: (_) @returns declarator: (variable_declarator name: (identifier) @name)) @definition.field
(constant_declaration type: (_) @returns declarator: (variable_declarator name: (identifier) @name)) @definition.constant

; Inheritance
(superclass (_) @inherit.extends)
(extends_interfaces (type_list (_) @inherit.extends))
(super_interfaces (type_list (_) @inherit.implements))

; Calls
(method_invocation) @call
(explicit_constructor_invocation) @call
(object_creation_expression type: (_) @new)

; Types: by position, so that the parts of scoped names are not types of their own
(method_declaration type: [(type_identifier) (scoped_type_identifier)] @type)
(field_declaration type: [(type_identifier) (scoped_type_identifier)] @type)
(constant_declaration type: [(type_identifier) (scoped_type_identifier)] @type)
(local_variable_declaration type: [(type_identifier) (scoped_type_identifier)] @type)
(formal_parameter type: [(type_identifier) (scoped_type_identifier)] @type)
(annotation_type_element_declaration type: [(type_identifier) (scoped_type_identifier)] @type)
(resource type: [(type_identifier) (scoped_type_identifier)] @type)
(enhanced_for_statement type: [(type_identifier) (scoped_type_identifier)] @type)
(cast_expression type: [(type_identifier) (scoped_type_identifier)] @type)
(array_creation_expression type: [(type_identifier) (scoped_type_identifier)] @type)
(array_type element: [(type_identifier) (scoped_type_identifier)] @type)
(instanceof_expression right: [(type_identifier) (scoped_type_identifier)] @type)
(type_arguments [(type_identifier) (scoped_type_identifier)] @type)
(wildcard [(type_identifier) (scoped_type_identifier)] @type)
(type_bound [(type_identifier) (scoped_type_identifier)] @type)
(type_list [(type_identifier) (scoped_type_identifier)] @type)
(superclass [(type_identifier) (scoped_type_identifier)] @type)
(catch_type [(type_identifier) (scoped_type_identifier)] @type)
(throws [(type_identifier) (scoped_type_identifier)] @type)
(annotated_type [(type_identifier) (scoped_type_identifier)] @type)
(class_literal [(type_identifier) (scoped_type_identifier)] @type)
(spread_parameter [(type_identifier) (scoped_type_identifier)] @type)
(generic_type . [(type_identifier) (scoped_type_identifier)] @type)
(type_pattern . [(type_identifier) (scoped_type_identifier)] @type)
(record_pattern_component . [(type_identifier) (scoped_type_identifier)] @type)
(record_pattern . (identifier) @type)

; Annotations: those of parameters and locals decorate no definition
(class_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
(interface_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
(annotation_type_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
(record_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
(record_declaration parameters: (formal_parameters
  (formal_parameter (modifiers [(marker_annotation) (annotation)] @decorator))))
(enum_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
(enum_constant (modifiers [(marker_annotation) (annotation)] @decorator))
(method_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
(annotation_type_element_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
(constructor_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
(compact_constructor_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
(field_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
(constant_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
(method_declaration parameters: (formal_parameters
  (formal_parameter (modifiers [(marker_annotation name: (_) @type) (annotation name: (_) @type)]))))
(constructor_declaration parameters: (formal_parameters
  (formal_parameter (modifiers [(marker_annotation name: (_) @type) (annotation name: (_) @type)]))))
(local_variable_declaration (modifiers [(marker_annotation name: (_) @type) (annotation name: (_) @type)]))

; Values
(method_reference) @read
(argument_list [(identifier) (field_access)] @read)
(variable_declarator value: [(identifier) (field_access)] @read)
(assignment_expression right: [(identifier) (field_access)] @read)
(return_statement [(identifier) (field_access)] @read)
(lambda_expression body: [(identifier) (field_access)] @read)
(ternary_expression consequence: [(identifier) (field_access)] @read)
(ternary_expression alternative: [(identifier) (field_access)] @read)
(binary_expression [(field_access)] @read)
(array_initializer [(identifier) (field_access)] @read)
(switch_label [(identifier) (field_access)] @read)
(annotation_argument_list [(identifier) (field_access)] @read)
(element_value_pair value: [(identifier) (field_access)] @read)
(element_value_array_initializer [(identifier) (field_access)] @read)

; Bindings
(local_variable_declaration type: (_) @bind.type
  declarator: (variable_declarator name: (identifier) @bind value: (_)? @bind.value))
(enhanced_for_statement type: (_) @bind.type name: (identifier) @bind value: (_) @bind.element)
(resource type: (_) @bind.type name: (identifier) @bind value: (_) @bind.value)
(catch_formal_parameter (catch_type) @bind.type name: (identifier) @bind)
(instanceof_expression right: (_) @bind.type name: (identifier) @bind)
(type_pattern . (_) @bind.type (identifier) @bind .)
(record_pattern_component . (_) @bind.type (identifier) @bind .)
(formal_parameter type: (_) @bind.type name: (identifier) @parameter)
(spread_parameter (variable_declarator name: (identifier) @parameter)) @bind.type
(lambda_expression parameters: (identifier) @parameter)
(inferred_parameters (identifier) @parameter)
(lambda_expression) @closure

; Imports
(package_declaration) @import
(import_declaration) @import

; Words
(string_literal) @literal
[(line_comment) (block_comment)] @comment
