; Definitions
(class_declaration) @definition.class
(struct_declaration) @definition.struct
(record_declaration) @definition.struct
(record_declaration (parameter_list (parameter type: (_) @returns name: (identifier) @name) @definition.field))
(interface_declaration) @definition.interface
(enum_declaration) @definition.enum
(enum_member_declaration) @definition.variant
(delegate_declaration) @definition.type
(method_declaration returns: (_) @returns name: (identifier) @name) @definition.method
(local_function_statement type: (_) @returns name: (identifier) @name) @definition.function
(constructor_declaration) @definition.constructor
(destructor_declaration) @definition.method
(operator_declaration type: (_) @returns operator: _ @name) @definition.method
(conversion_operator_declaration type: (_) @returns @name) @definition.method
(indexer_declaration type: (_) @returns "this" @name) @definition.field
(property_declaration type: (_) @returns name: (identifier) @name) @definition.field
(field_declaration (variable_declaration type: (_) @returns (variable_declarator name: (identifier) @name))) @definition.field
(event_field_declaration (variable_declaration type: (_) @returns (variable_declarator name: (identifier) @name))) @definition.field
(event_declaration type: (_) @returns name: (identifier) @name) @definition.field
[(accessor_list) (arrow_expression_clause)] @body

; Inheritance: interfaces are recognised by naming convention
(interface_declaration (base_list [(identifier) (qualified_name) (generic_name)] @inherit.extends))
(struct_declaration (base_list [(identifier) (qualified_name) (generic_name)] @inherit.implements))
(class_declaration (base_list [(identifier) (qualified_name) (generic_name)] @inherit.implements)
  (#match? @inherit.implements "^([A-Za-z0-9_]+[.])*I[A-Z]"))
(class_declaration (base_list [(identifier) (qualified_name) (generic_name)] @inherit.extends)
  (#not-match? @inherit.extends "^([A-Za-z0-9_]+[.])*I[A-Z]"))
(record_declaration (base_list [(identifier) (qualified_name) (generic_name)] @inherit.implements)
  (#match? @inherit.implements "^([A-Za-z0-9_]+[.])*I[A-Z]"))
(record_declaration (base_list [(identifier) (qualified_name) (generic_name)] @inherit.extends)
  (#not-match? @inherit.extends "^([A-Za-z0-9_]+[.])*I[A-Z]"))
(primary_constructor_base_type type: (_) @inherit.extends @new)
(base_list (_) @new . (argument_list))

; Calls
(invocation_expression function: (_) @call)
(constructor_initializer) @call
(object_creation_expression type: (_) @new)
(local_declaration_statement (variable_declaration type: (_) @new (variable_declarator (implicit_object_creation_expression))))
(field_declaration (variable_declaration type: (_) @new (variable_declarator (implicit_object_creation_expression))))
(property_declaration type: (_) @new value: (implicit_object_creation_expression))

; Types: by position, because the name of a type looks like that of a value
(_ type: [
  (identifier) @type
  (generic_name . (identifier) @type)
  (qualified_name name: (identifier)) @type
  (qualified_name name: (generic_name . (identifier) @type))
])
(method_declaration returns: [
  (identifier) @type
  (generic_name . (identifier) @type)
  (qualified_name name: (identifier)) @type
  (qualified_name name: (generic_name . (identifier) @type))
])
(function_pointer_type returns: [
  (identifier) @type
  (generic_name . (identifier) @type)
  (qualified_name name: (identifier)) @type
  (qualified_name name: (generic_name . (identifier) @type))
])
(as_expression right: [
  (identifier) @type
  (generic_name . (identifier) @type)
  (qualified_name name: (identifier)) @type
  (qualified_name name: (generic_name . (identifier) @type))
])
(is_expression right: [
  (identifier) @type
  (generic_name . (identifier) @type)
  (qualified_name name: (identifier)) @type
  (qualified_name name: (generic_name . (identifier) @type))
])
(type_argument_list [
  (identifier) @type
  (generic_name . (identifier) @type)
  (qualified_name name: (identifier)) @type
  (qualified_name name: (generic_name . (identifier) @type))
])
(using_directive name: (_) . [
  (identifier) @type
  (generic_name . (identifier) @type)
  (qualified_name name: (identifier)) @type
  (qualified_name name: (generic_name . (identifier) @type))
])
(base_list [(identifier) (qualified_name name: (identifier))] @type)
(class_declaration (base_list [
  (generic_name . (identifier) @type) (qualified_name name: (generic_name . (identifier) @type))]))
(struct_declaration (base_list [
  (generic_name . (identifier) @type) (qualified_name name: (generic_name . (identifier) @type))]))
(interface_declaration (base_list [
  (generic_name . (identifier) @type) (qualified_name name: (generic_name . (identifier) @type))]))
(enum_declaration (base_list [
  (generic_name . (identifier) @type) (qualified_name name: (generic_name . (identifier) @type))]))
(ERROR (identifier) @type . (identifier) . "=")
(constant_pattern (identifier) @type)

; Attributes: those of parameters decorate no definition
(class_declaration (attribute_list (attribute) @decorator))
(struct_declaration (attribute_list (attribute) @decorator))
(record_declaration (attribute_list (attribute) @decorator))
(interface_declaration (attribute_list (attribute) @decorator))
(enum_declaration (attribute_list (attribute) @decorator))
(enum_member_declaration (attribute_list (attribute) @decorator))
(delegate_declaration (attribute_list (attribute) @decorator))
(method_declaration (attribute_list (attribute) @decorator))
(constructor_declaration (attribute_list (attribute) @decorator))
(operator_declaration (attribute_list (attribute) @decorator))
(indexer_declaration (attribute_list (attribute) @decorator))
(property_declaration (attribute_list (attribute) @decorator))
(field_declaration (attribute_list (attribute) @decorator))
(event_field_declaration (attribute_list (attribute) @decorator))
(event_declaration (attribute_list (attribute) @decorator))
(parameter (attribute_list (attribute name: (_) @type)))

; Values
(argument [(identifier) (member_access_expression)] @read)
(attribute_argument [(identifier) (member_access_expression)] @read)
(variable_declarator name: (_) [(identifier) (member_access_expression)] @read)
(assignment_expression right: [(identifier) (member_access_expression)] @read)
(return_statement [(identifier) (member_access_expression)] @read)
(arrow_expression_clause [(identifier) (member_access_expression)] @read)
(lambda_expression body: [(identifier) (member_access_expression)] @read)
(conditional_expression consequence: [(identifier) (member_access_expression)] @read)
(conditional_expression alternative: [(identifier) (member_access_expression)] @read)
(switch_expression_arm (_) [(identifier) (member_access_expression)] @read)
(binary_expression (member_access_expression) @read)
(initializer_expression [(identifier) (member_access_expression)] @read)
(expression_element [(identifier) (member_access_expression)] @read)
(constant_pattern (member_access_expression) @read)
(enum_member_declaration value: [(identifier) (member_access_expression)] @read)

; Bindings
(local_declaration_statement (variable_declaration type: (_) @bind.type
  (variable_declarator name: (identifier) @bind . (_)? @bind.value)))
(using_statement (variable_declaration type: (_) @bind.type
  (variable_declarator name: (identifier) @bind . (_)? @bind.value)))
(for_statement (variable_declaration type: (_) @bind.type
  (variable_declarator name: (identifier) @bind . (_)? @bind.value)))
(tuple_pattern name: (identifier) @bind)
(foreach_statement type: (_) @bind.type left: (identifier) @bind right: (_) @bind.element)
(from_clause name: (identifier) @bind . (_) @bind.element)
(let_clause (identifier) @bind . (_) @bind.value)
(catch_declaration type: (_) @bind.type name: (identifier) @bind)
(declaration_pattern type: (_) @bind.type name: (identifier) @bind)
(recursive_pattern type: (_) @bind.type name: (identifier) @bind)
(var_pattern name: (identifier) @bind)
(declaration_expression type: (_) @bind.type name: (identifier) @bind)
(parameter type: (_)? @bind.type name: (identifier) @parameter)
(parameter_list type: (_) @bind.type name: (identifier) @parameter)
(implicit_parameter) @parameter

; Imports
[(using_directive) (namespace_declaration) (file_scoped_namespace_declaration)] @import

; Words
[(string_literal) (verbatim_string_literal) (raw_string_literal) (interpolated_string_expression)] @literal
(comment) @comment
