; Definitions
(class_declaration name: (identifier) @name) @definition.class
(mixin_declaration name: (identifier) @name) @definition.trait
(enum_declaration name: (identifier) @name) @definition.enum
(enum_entry name: (identifier) @name) @definition.variant
(extension_type_declaration name: (extension_type_name (identifier) @name)) @definition.class
(extension_declaration class: (type . (type_identifier) @owner)) @container
(type_alias (type_identifier) @name) @definition.type
(function_declaration
  signature: (function_signature return_type: (_)? @returns name: (identifier) @name)) @definition.function
(getter_declaration
  signature: (getter_signature return_type: (_)? @returns name: (identifier) @name)) @definition.function
(setter_declaration signature: (setter_signature name: (identifier) @name)) @definition.function
(method_declaration
  signature: (method_signature [
    (function_signature return_type: (_)? @returns name: (identifier) @name)
    (getter_signature return_type: (_)? @returns name: (identifier) @name)
    (setter_signature name: (identifier) @name)
    (operator_signature operator: (_) @name)])) @definition.function
(method_declaration
  signature: (method_signature [
    (constructor_signature (identifier) @name . parameters: (_))
    (factory_constructor_signature (identifier) @name . parameters: (_))
    (constant_constructor_signature (identifier) @name . parameters: (_))])) @definition.constructor
(declaration [
  (function_signature return_type: (_)? @returns name: (identifier) @name)
  (getter_signature return_type: (_)? @returns name: (identifier) @name)
  (setter_signature name: (identifier) @name)]) @definition.function
(declaration [
  (constructor_signature (identifier) @name . parameters: (_))
  (factory_constructor_signature (identifier) @name . parameters: (_))
  (constant_constructor_signature (identifier) @name . parameters: (_))]) @definition.constructor
(declaration (type) @returns (initialized_identifier_list (initialized_identifier name: (identifier) @name))) @definition.field
(declaration (initialized_identifier_list (initialized_identifier name: (identifier) @name value: (_)? @bind.value))) @definition.field
(declaration (static_final_declaration_list (static_final_declaration name: (identifier) @name value: (_)? @bind.value))) @definition.field
(top_level_variable_declaration type: (_) @returns (_ (_ name: (identifier) @name))) @definition.variable
(top_level_variable_declaration (_ (_ name: (identifier) @name value: (_)? @bind.value))) @definition.variable
(call_expression
  function: (identifier) @_test
  arguments: (arguments . (string_literal) @name . (function_expression) @body)
  (#any-of? @_test "$test_call")) @definition.test

; Inheritance
(superclass type: (type . (type_identifier) @inherit.extends))
(mixins (type . (type_identifier) @inherit.mixes))
(interfaces (type . (type_identifier) @inherit.implements))

; References
(call_expression function: (_) @call)
(cascade_call_expression) @call
(new_expression type: (type . (type_identifier) @new))
(const_object_expression type: (type . (type_identifier) @new))
(type (type_identifier) @type)
(annotation) @decorator
(arguments) @reads
(list_literal) @reads
(named_argument [(identifier) (member_expression)] @read)
(return_statement [(identifier) (member_expression)] @read)
(function_body [(identifier) (member_expression)] @read)
(initialized_variable_declaration value: [(identifier) (member_expression)] @read)
(assignment_expression right: [(identifier) (member_expression)] @read)

; Bindings
(local_variable_declaration
  (initialized_variable_declaration (type . (type_identifier) @bind.type) name: (identifier) @bind))
(initialized_variable_declaration name: (identifier) @bind value: (_) @bind.value)
(formal_parameter (type . (type_identifier) @bind.type) name: (identifier) @parameter)
(formal_parameter name: (identifier) @parameter)
(formal_parameter (identifier) @parameter)
(for_statement name: (identifier) @bind value: (_) @bind.element)
(catch_clause exception: (identifier) @bind)
(return_statement (_) @return)

; Imports
(import_specification) @import
(library_export) @import
(part_directive) @import
(part_of_directive) @import

; Words
(string_literal) @literal
[(comment) (documentation_comment)] @comment
