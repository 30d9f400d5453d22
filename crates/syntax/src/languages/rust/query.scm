; Definitions
(function_item name: (_) @name return_type: (_)? @returns) @definition.function
(function_signature_item name: (_) @name return_type: (_)? @returns) @definition.function
(struct_item name: (_) @name body: (ordered_field_declaration_list) ";" @body) @definition.struct
(struct_item name: (_) @name) @definition.struct
(enum_item name: (_) @name) @definition.enum
(enum_variant_list
  (enum_variant name: (_) @name body: (ordered_field_declaration_list . type: (_) @returns .)) @definition.variant
  . ["," "}"] @body)
(enum_variant_list
  (enum_variant name: (_) @name body: (ordered_field_declaration_list)) @definition.variant . ["," "}"] @body)
(enum_variant name: (_) @name) @definition.variant
(union_item name: (_) @name) @definition.union
(trait_item name: (_) @name) @definition.trait
(field_declaration name: (_) @name type: (_) @returns) @definition.field
(const_item name: (_) @name type: (_) @returns) @definition.constant
(static_item name: (_) @name type: (_) @returns) @definition.variable
(type_item name: (_) @name type: (_) @returns) @definition.type
(associated_type name: (_) @name) @definition.type
(mod_item name: (_) @name body: (_)) @definition.module
(macro_definition name: (_) @name (macro_rule) @body) @definition.macro

; What a macro defines in the place of an item.
(source_file (expression_statement (macro_invocation) @expand))
(source_file (macro_invocation) @expand)
(declaration_list (macro_invocation) @expand)

; Members and inheritance
(impl_item
  trait: (_)? @inherit.implements
  type: [
    (type_identifier) @owner
    (scoped_type_identifier) @owner
    (generic_type type: (_) @owner)
    (reference_type type: [(type_identifier) @owner (generic_type type: (_) @owner)])
    (dynamic_type trait: (_) @owner)
    (primitive_type) @owner
    (array_type) @owner
  ]) @container
(trait_item bounds: (trait_bounds [(type_identifier) (scoped_type_identifier) (generic_type)] @inherit.extends))

; References
(call_expression function: (_) @call)
(macro_invocation) @call
(token_tree (identifier) . (token_tree . "(") @call)
(struct_expression name: (_) @new)
(attribute_item) @decorator
[(type_identifier) (scoped_type_identifier)] @type
(struct_pattern type: (_) @type)
(scoped_identifier path: (generic_type type: (type_identifier) @type))
(tuple_struct_pattern type: (scoped_identifier) @read)
(match_pattern (scoped_identifier) @read)
(or_pattern (scoped_identifier) @read)
(arguments [(identifier) (scoped_identifier) (field_expression)] @read)
(arguments (reference_expression value: [(identifier) (scoped_identifier) (field_expression)] @read))
(let_declaration value: [(identifier) (scoped_identifier) (field_expression)] @read)
(assignment_expression right: [(identifier) (scoped_identifier) (field_expression)] @read)
(return_expression [(identifier) (scoped_identifier) (field_expression)] @read)
(block [(identifier) (scoped_identifier) (field_expression)] @read .)
(match_arm value: [(identifier) (scoped_identifier) (field_expression)] @read)
(closure_expression body: [(identifier) (scoped_identifier) (field_expression)] @read)
(array_expression [(identifier) (scoped_identifier) (field_expression)] @read)
(array_expression (reference_expression value: [(identifier) (scoped_identifier)] @read))
(tuple_expression [(identifier) (scoped_identifier) (field_expression)] @read)
(field_initializer value: [(identifier) (scoped_identifier) (field_expression)] @read)
(const_item value: [(identifier) (scoped_identifier)] @read)
(static_item value: [(identifier) (scoped_identifier)] @read)
(match_expression value: [(scoped_identifier) (field_expression)] @read)
(binary_expression (scoped_identifier) @read)
((binary_expression (identifier) @read) (#match? @read "^[A-Z][A-Z0-9_]+$"))

; Bindings
(let_declaration pattern: (identifier) @bind type: (_) @bind.type)
(let_declaration pattern: (identifier) @bind !type value: (_)? @bind.value)
(let_declaration
  pattern: (tuple_struct_pattern type: (identifier) @_wrap . (identifier) @bind .) value: (_) @bind.value
  (#any-of? @_wrap "Some" "Ok"))
(let_condition
  pattern: (tuple_struct_pattern type: (identifier) @_wrap . (identifier) @bind .) value: (_) @bind.value
  (#any-of? @_wrap "Some" "Ok"))
(match_expression value: (_) @bind.value body: (match_block (match_arm pattern: (match_pattern
  (tuple_struct_pattern type: (identifier) @_wrap . (identifier) @bind .))))
  (#any-of? @_wrap "Some" "Ok"))
(match_expression value: (_) @bind.value body: (match_block (match_arm pattern: (match_pattern (identifier) @bind)))
  (#match? @bind "^[a-z_]"))
(let_condition pattern: (captured_pattern . (identifier) @bind) value: (_) @bind.value)
(tuple_struct_pattern type: (scoped_identifier) @bind.element . (identifier) @bind .)
(tuple_struct_pattern type: (scoped_identifier) @bind.element
  . [(ref_pattern (identifier) @bind) (mut_pattern (identifier) @bind)] .)
; A variant that is imported: `use Shape::*`.
((match_pattern (tuple_struct_pattern type: (identifier) @bind.element
  . [(identifier) @bind (ref_pattern (identifier) @bind) (mut_pattern (identifier) @bind)] .))
  (#not-any-of? @bind.element "Some" "Ok" "Err"))
(tuple_struct_pattern type: (_) (identifier) @bind)
; Bounds of an `impl` hold for the types of fields.
(impl_item type_parameters: (type_parameters
  (type_parameter name: (type_identifier) @bind bounds: (trait_bounds . [(type_identifier) (scoped_type_identifier) (generic_type)] @bind.type))))
; A type with a name of its own is none of them: `where Order: PartialEq<T>`.
(impl_item
  type_parameters: (type_parameters (type_parameter name: (type_identifier) @_parameter))
  (where_clause (where_predicate
    left: (type_identifier) @bind bounds: (trait_bounds . [(type_identifier) (scoped_type_identifier) (generic_type)] @bind.type)))
  (#eq? @_parameter @bind))
(tuple_pattern (identifier) @bind)
(slice_pattern (identifier) @bind)
(field_pattern name: (shorthand_field_identifier) @bind)
(field_pattern pattern: (identifier) @bind)
(for_expression pattern: (identifier) @bind value: (_) @bind.element)
(for_expression pattern: (reference_pattern (identifier) @bind) value: (_) @bind.element)
(parameter pattern: (identifier) @parameter type: (_) @bind.type)
; `State(shop): State<Shop>`: the pattern takes the type apart
(parameter pattern: (tuple_struct_pattern type: (_) . (identifier) @parameter .)
  type: (generic_type type_arguments: (type_arguments . (_) @bind.type .)))
(closure_expression) @closure
(closure_parameters (identifier) @parameter)
(closure_parameters (reference_pattern (identifier) @parameter))

; Imports
(use_declaration) @import
(extern_crate_declaration) @import
(mod_item !body) @import

; Words
[(string_literal) (raw_string_literal)] @literal
[(line_comment) (block_comment)] @comment
