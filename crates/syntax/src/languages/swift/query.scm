; Definitions
(class_declaration declaration_kind: ["class" "actor"] name: (type_identifier) @name) @definition.class
(class_declaration declaration_kind: "struct" name: (type_identifier) @name) @definition.struct
(class_declaration declaration_kind: "enum" name: (type_identifier) @name) @definition.enum
(class_declaration declaration_kind: "extension" name: (_) @owner) @container
(protocol_declaration) @definition.interface
(enum_entry name: (simple_identifier) @name) @definition.variant
(typealias_declaration name: (type_identifier) @name "=" (_) @returns .) @definition.type
(associatedtype_declaration) @definition.type
(function_declaration) @definition.function
(function_declaration "->" . (_) @returns)
(protocol_function_declaration) @definition.function
(protocol_function_declaration "->" . (_) @returns)
(init_declaration "init" @name) @definition.constructor
(deinit_declaration "deinit" @name) @definition.method
(subscript_declaration "subscript" @name) @definition.method
(subscript_declaration "->" . (_) @returns)
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name)
  (type_annotation)? @returns) @definition.field
; Locals and fields differ in their position.
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name @bind)
  . (type_annotation)? @returns @bind.type . value: (_)? @bind.value) @definition.variable
[(computed_property) (willset_didset_block) (protocol_property_requirements)] @body

; Inheritance: the first of a class is its superclass unless it is named like a protocol
(class_declaration declaration_kind: "class" ":" . (inheritance_specifier inherits_from: (_) @inherit.extends)
  (#not-match? @inherit.extends "(able|ible|Protocol|Delegate|DataSource|Providing)$"))
(class_declaration declaration_kind: "class" ":" . (inheritance_specifier inherits_from: (_) @inherit.implements)
  (#match? @inherit.implements "(able|ible|Protocol|Delegate|DataSource|Providing)$"))
(class_declaration declaration_kind: "class" "," . (inheritance_specifier inherits_from: (_) @inherit.implements))
(class_declaration declaration_kind: ["struct" "enum" "actor" "extension"]
  (inheritance_specifier inherits_from: (_) @inherit.implements))
(protocol_declaration (inheritance_specifier inherits_from: (_) @inherit.extends))

; Calls: a subscript is a call by grammar
(call_expression . (_) @call (call_suffix (value_arguments "(")))
(call_expression . (_) @call (call_suffix . (lambda_literal)))
(macro_invocation . (simple_identifier) @call)
(constructor_expression constructed_type: (_) @new)

; Types
(user_type . (type_identifier) @type)
(user_type (type_identifier) . (type_identifier) @type)

; Attributes: those of parameters and locals decorate no definition
((modifiers (attribute) @decorator) . ["class" "struct" "enum" "actor" "protocol" "func" "init" "subscript" "case"])
((modifiers (attribute) @decorator) . (value_binding_pattern))

; Values
(value_argument value: [(simple_identifier) (navigation_expression) (prefix_expression)] @read)
(property_declaration value: [(simple_identifier) (navigation_expression)] @read)
(assignment result: [(simple_identifier) (navigation_expression)] @read)
(control_transfer_statement result: [(simple_identifier) (navigation_expression)] @read)
(statements [(simple_identifier) (navigation_expression)] @read)
(array_literal element: [(simple_identifier) (navigation_expression)] @read)
(dictionary_literal value: [(simple_identifier) (navigation_expression)] @read)
(equality_expression [(navigation_expression)] @read)
(nil_coalescing_expression if_nil: [(simple_identifier) (navigation_expression)] @read)
((value_binding_pattern) . (simple_identifier) . "=" . (navigation_expression) @read)

; Bindings
(property_declaration name: (pattern (pattern (simple_identifier) @bind)))
((value_binding_pattern) . (simple_identifier) @bind . "=" . (_) @bind.value)
(for_statement item: (pattern bound_identifier: (simple_identifier) @bind) collection: (_) @bind.element)
(for_statement item: (pattern (pattern (simple_identifier) @bind)))
(pattern (pattern bound_identifier: (simple_identifier) @bind) (user_type) @bind.type)
(pattern (simple_identifier) (pattern (value_binding_pattern) bound_identifier: (simple_identifier) @bind))
(parameter name: (simple_identifier) @parameter (_) @bind.type .)
(lambda_parameter name: (simple_identifier) @parameter . (_)? @bind.type)

; Imports
(import_declaration) @import

; Words
[(line_string_literal) (multi_line_string_literal) (raw_string_literal)] @literal
[(comment) (multiline_comment)] @comment
