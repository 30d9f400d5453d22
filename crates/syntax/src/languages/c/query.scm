; Definitions
(function_definition type: (_) @returns declarator: (_) @name) @definition.function
(declaration type: (_) @returns declarator: [
  (function_declarator declarator: (identifier))
  (pointer_declarator declarator: (function_declarator declarator: (identifier)))
  (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier))))
] @name) @definition.function
; Beside a named body the declarator alone is the variable; an unnamed body belongs to it.
(declaration
  type: [
    (struct_specifier name: (_) body: (_))
    (union_specifier name: (_) body: (_))
    (enum_specifier name: (_) body: (_))
  ] @returns
  declarator: (_) @name @definition.variable)
(declaration
  type: [(struct_specifier !name body: (_) @body) (union_specifier !name body: (_) @body) (enum_specifier !name body: (_) @body)]
  declarator: (_) @name) @definition.variable
(declaration type: (_) @returns declarator: (_) @name) @definition.variable
(field_declaration
  type: [
    (struct_specifier name: (_) body: (_))
    (union_specifier name: (_) body: (_))
    (enum_specifier name: (_) body: (_))
  ] @returns
  declarator: (_) @name @definition.field)
(field_declaration
  type: [(struct_specifier !name body: (_) @body) (union_specifier !name body: (_) @body) (enum_specifier !name body: (_) @body)]
  declarator: (_) @name) @definition.field
(field_declaration type: (_) @returns declarator: (_) @name) @definition.field
(struct_specifier name: (_) @name body: (_)) @definition.struct
(union_specifier name: (_) @name body: (_)) @definition.union
(enum_specifier name: (_) @name body: (_)) @definition.enum
(enumerator name: (_) @name) @definition.variant
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
  type: [(type_identifier) (primitive_type) (sized_type_specifier)] @returns
  declarator: (_) @name) @definition.type
(preproc_function_def name: (_) @name value: (_)? @body) @definition.macro
(preproc_def name: (_) @name value: (_)) @definition.constant

; References
(call_expression function: (_) @call)
(compound_literal_expression type: (_) @new)
(type_identifier) @type
(argument_list [(identifier) (field_expression)] @read)
(argument_list (pointer_expression argument: [(identifier) (field_expression)] @read))
(init_declarator value: [(identifier) (field_expression)] @read)
(init_declarator value: (pointer_expression argument: (identifier) @read))
(assignment_expression right: [(identifier) (field_expression)] @read)
(assignment_expression right: (pointer_expression argument: (identifier) @read))
(return_statement [(identifier) (field_expression)] @read)
(initializer_list [(identifier) (field_expression)] @read)
(initializer_list (pointer_expression argument: (identifier) @read))
(initializer_pair value: [(identifier) (field_expression)] @read)
(initializer_pair value: (pointer_expression argument: (identifier) @read))
(conditional_expression consequence: (identifier) @read)
(conditional_expression alternative: (identifier) @read)
(case_statement value: (identifier) @read)
(array_declarator size: (identifier) @read)
(subscript_expression index: (identifier) @read)
((binary_expression (identifier) @read) (#match? @read "^[A-Z][A-Z0-9_]+$"))

; Bindings
(declaration type: (_) @bind.type declarator: [
  (identifier)
  (array_declarator)
  (init_declarator)
  (pointer_declarator declarator: [(identifier) (array_declarator) (pointer_declarator declarator: (identifier))])
] @bind)
(parameter_declaration
  type: (_) @bind.type
  declarator: [(identifier) (pointer_declarator) (array_declarator) (function_declarator)] @parameter)
(function_declarator parameters: (parameter_list (identifier) @parameter))

; Imports
(preproc_include) @import

; Words
[(string_literal) (concatenated_string)] @literal
(comment) @comment
