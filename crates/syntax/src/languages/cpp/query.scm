; Definitions
(namespace_definition name: (_) @name) @definition.module
(template_declaration [
  (class_specifier) (struct_specifier) (union_specifier) (function_definition) (declaration) (alias_declaration)
  (concept_definition) (template_declaration)
] @wrapped) @wrapper
; `class EXPORT Name : public Base {` comes out of the grammar as a function.
(function_definition
  type: [(class_specifier !body) (struct_specifier !body)]
  (ERROR . (identifier) @name)
  declarator: (identifier) @inherit.extends) @definition.class
(function_definition type: [(class_specifier !body) (struct_specifier !body)] declarator: (identifier) @name) @definition.class
(class_specifier name: (_) @name body: (_)) @definition.class
(struct_specifier name: (_) @name body: (_)) @definition.struct
(union_specifier name: (_) @name body: (_)) @definition.union
(enum_specifier name: (_) @name body: (_)) @definition.enum
(enumerator name: (_) @name) @definition.variant
(concept_definition name: (_) @name) @definition.type
(alias_declaration name: (_) @name type: (_) @returns) @definition.type
(function_definition
  declarator: (function_declarator declarator: (identifier) @_macro parameters: (parameter_list
    . (parameter_declaration type: (type_identifier) @owner !declarator)
    . (parameter_declaration type: (type_identifier) @name !declarator) .))
  (#any-of? @_macro "$fixture_test_macro")) @definition.test
(function_definition
  declarator: (function_declarator declarator: (identifier) @_macro parameters: (parameter_list
    . (parameter_declaration type: (type_identifier) @name) .))
  (#any-of? @_macro "$test_macro")) @definition.test
((expression_statement (call_expression
    function: (identifier) @_macro arguments: (argument_list . (string_literal) @name))) @wrapper
  . (compound_statement) @definition.test @wrapped @body
  (#any-of? @_macro "$test_call"))
(function_definition
  declarator: (function_declarator declarator: (_) (trailing_return_type (_) @returns)) @name) @definition.function
(function_definition declarator: (_) @name (field_initializer_list) @body) @definition.function
(function_definition type: (_)? @returns declarator: (_) @name) @definition.function
(declaration type: (_)? @returns declarator: [
  (function_declarator declarator: [(identifier) (qualified_identifier) (destructor_name) (operator_name)])
  (pointer_declarator declarator: (function_declarator declarator: [(identifier) (qualified_identifier) (operator_name)]))
  (reference_declarator (function_declarator declarator: [(identifier) (qualified_identifier) (operator_name)]))
  (operator_cast)
] @name) @definition.function
(field_declaration type: (_) @returns declarator: [
  (function_declarator declarator: [(field_identifier) (operator_name)])
  (pointer_declarator declarator: (function_declarator declarator: [(field_identifier) (operator_name)]))
  (reference_declarator (function_declarator declarator: [(field_identifier) (operator_name)]))
] @name) @definition.function
; `int count GUARDED_BY(mutex);` reads like a method named after the macro.
(field_declaration type: (_) @returns (ERROR . (identifier) @name .) declarator: (function_declarator)) @definition.field
(field_declaration
  type: (_) @returns
  declarator: (pointer_declarator (ERROR . (identifier) @name .) declarator: (function_declarator))) @definition.field
; Beside a named body the declarator alone is the field; an unnamed body belongs to it.
(field_declaration
  type: [
    (struct_specifier name: (_) body: (_))
    (class_specifier name: (_) body: (_))
    (union_specifier name: (_) body: (_))
    (enum_specifier name: (_) body: (_))
  ] @returns
  declarator: (_) @name @definition.field)
(field_declaration
  type: [(struct_specifier !name body: (_) @body) (union_specifier !name body: (_) @body) (enum_specifier !name body: (_) @body)]
  declarator: (_) @name) @definition.field
(field_declaration type: (_) @returns declarator: (_) @name) @definition.field
(declaration
  type: [
    (struct_specifier name: (_) body: (_))
    (class_specifier name: (_) body: (_))
    (union_specifier name: (_) body: (_))
    (enum_specifier name: (_) body: (_))
  ] @returns
  declarator: (_) @name @definition.variable)
(declaration
  type: [(struct_specifier !name body: (_) @body) (union_specifier !name body: (_) @body) (enum_specifier !name body: (_) @body)]
  declarator: (_) @name) @definition.variable
(declaration
  type: (placeholder_type_specifier)
  declarator: (init_declarator value: (_) @bind.value) @name) @definition.variable
(declaration type: (_) @returns declarator: (_) @name) @definition.variable
(type_definition type: (struct_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (union_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.union
(type_definition type: (enum_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.enum
(type_definition
  type: [
    (struct_specifier name: (_) @_tag body: (_))
    (union_specifier name: (_) @_tag body: (_))
    (enum_specifier name: (_) @_tag body: (_))
  ] @returns
  declarator: (_) @name @definition.type
  (#not-eq? @_tag @name))
(type_definition
  type: [(struct_specifier name: (_) @_tag) (union_specifier name: (_) @_tag) (enum_specifier name: (_) @_tag)] @returns
  declarator: (_) @name
  (#not-eq? @_tag @name)) @definition.type
(type_definition
  type: [
    (type_identifier) (primitive_type) (sized_type_specifier) (qualified_identifier) (template_type) (dependent_type)
  ] @returns
  declarator: (_) @name) @definition.type
(preproc_function_def name: (_) @name value: (_)? @body) @definition.macro
(preproc_def name: (_) @name value: (_)) @definition.constant

; Inheritance
(base_class_clause [
  (type_identifier) @inherit.extends
  (qualified_identifier) @inherit.extends
  (template_type name: (_) @inherit.extends)
])

; References
(call_expression function: (_) @call)
(new_expression type: [(type_identifier) @new (qualified_identifier) @new (template_type name: (_) @new)])
(declaration
  type: [(type_identifier) @new (qualified_identifier) @new (template_type name: (_) @new)]
  declarator: (init_declarator value: (argument_list)))
; `Foo x(y);` inside a function reads like a prototype.
(compound_statement (declaration
  type: [(type_identifier) @new (qualified_identifier) @new (template_type name: (_) @new)]
  declarator: (function_declarator declarator: (identifier) parameters: (parameter_list . (parameter_declaration !declarator)))))
(compound_literal_expression type: [(type_identifier) @new (qualified_identifier) @new (template_type name: (_) @new)])
(template_function name: (identifier) @_make arguments: (template_argument_list . (type_descriptor type: (_) @new))
  (#any-of? @_make "make_unique" "make_shared"))
(attribute_declaration) @decorator
(type_identifier) @type
(qualified_identifier name: (type_identifier)) @type
(qualified_identifier name: (qualified_identifier name: (type_identifier))) @type
(argument_list [(identifier) (qualified_identifier) (field_expression)] @read)
(argument_list (pointer_expression argument: [(identifier) (qualified_identifier) (field_expression)] @read))
(init_declarator value: [(identifier) (qualified_identifier) (field_expression)] @read)
(init_declarator value: (pointer_expression argument: [(identifier) (qualified_identifier)] @read))
(assignment_expression right: [(identifier) (qualified_identifier) (field_expression)] @read)
(assignment_expression right: (pointer_expression argument: [(identifier) (qualified_identifier)] @read))
(return_statement [(identifier) (qualified_identifier) (field_expression)] @read)
(initializer_list [(identifier) (qualified_identifier) (field_expression)] @read)
(initializer_list (pointer_expression argument: [(identifier) (qualified_identifier)] @read))
(initializer_pair value: [(identifier) (qualified_identifier) (field_expression)] @read)
(field_declaration default_value: [(identifier) (qualified_identifier)] @read)
(conditional_expression consequence: [(identifier) (qualified_identifier)] @read)
(conditional_expression alternative: [(identifier) (qualified_identifier)] @read)
(case_statement value: [(identifier) (qualified_identifier)] @read)
(array_declarator size: (identifier) @read)
(binary_expression (qualified_identifier) @read)
((binary_expression (identifier) @read) (#match? @read "^(k[A-Z]\\w*|[A-Z][A-Z0-9_]+)$"))

; Bindings
(structured_binding_declarator (identifier) @bind)
(declaration
  type: (placeholder_type_specifier)
  declarator: (init_declarator
    declarator: [(identifier) (pointer_declarator declarator: (identifier)) (reference_declarator (identifier))] @bind
    value: (_) @bind.value))
(declaration
  type: (placeholder_type_specifier)
  declarator: [(identifier) (pointer_declarator declarator: (identifier)) (reference_declarator (identifier))] @bind
  value: (_) @bind.value)
(declaration
  type: [
    (type_identifier) (primitive_type) (sized_type_specifier) (qualified_identifier) (template_type) (dependent_type)
    (struct_specifier) (class_specifier) (enum_specifier) (union_specifier)
  ] @bind.type
  declarator: [
    (identifier)
    (array_declarator)
    (init_declarator)
    (pointer_declarator declarator: [(identifier) (array_declarator) (pointer_declarator declarator: (identifier))])
    (reference_declarator (identifier))
  ] @bind)
; `Foo x(y);` inside a function reads like a prototype.
(compound_statement (declaration type: (_) @bind.type declarator: (function_declarator declarator: (identifier)) @bind))
(for_range_loop
  type: (placeholder_type_specifier)
  declarator: [(identifier) (pointer_declarator declarator: (identifier)) (reference_declarator (identifier))] @bind
  right: (_) @bind.element)
(for_range_loop
  type: (_) @bind.type
  declarator: [(identifier) (pointer_declarator declarator: (identifier)) (reference_declarator (identifier))] @bind)
(parameter_declaration
  type: (_) @bind.type
  declarator: [(identifier) (pointer_declarator) (reference_declarator) (array_declarator) (function_declarator)] @parameter)
(optional_parameter_declaration
  type: (_) @bind.type
  declarator: [(identifier) (pointer_declarator) (reference_declarator) (array_declarator)] @parameter)

; Imports
(preproc_include) @import
(using_declaration) @import
(namespace_alias_definition) @import

; Words
[(string_literal) (raw_string_literal) (concatenated_string)] @literal
(comment) @comment
