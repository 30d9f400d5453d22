; Definitions. Functions are found in clauses.rs.
(data_type name: (_) @name constructors: (_) @body) @definition.struct
(data_type name: (_) @name) @definition.struct
(newtype name: (_) @name constructor: (_) @body) @definition.struct
(type_synonym name: (_) @name) @definition.type
(type_family name: (_) @name) @definition.type
(class name: (_) @name declarations: (_) @body) @definition.trait
(class name: (_) @name) @definition.trait
(data_constructor [
  (prefix name: (constructor) @name)
  (record name: (constructor) @name)]) @definition.variant
(newtype_constructor name: (constructor) @name) @definition.variant
(gadt_constructor name: (constructor) @name) @definition.variant
(field name: (field_name (variable) @name) type: (_) @returns) @definition.field
(instance patterns: (type_patterns . [
  (name) @owner
  (parens (apply constructor: (name) @owner))
  (parens (apply constructor: (apply constructor: (name) @owner)))
  (apply constructor: (name) @owner)])) @container
(infix
  left_operand: (apply function: (variable) @_test argument: (literal (string) @name))
  operator: (operator)
  right_operand: (_) @body
  (#any-of? @_test "$test_call")) @definition.test
[(signature) (function) (bind)] @expand

; Inheritance
(instance name: (name) @inherit.implements)

; References
(apply function: [(variable) (qualified)] @call)
(apply argument: [(variable) (qualified) (constructor)] @read)
(apply function: (constructor) @read)
(infix left_operand: [(variable) (qualified) (constructor)] @read)
(infix right_operand: [(variable) (qualified) (constructor)] @read)
(infix operator: (infix_id [(variable) (qualified)] @call))
(match expression: [(variable) (qualified) (constructor)] @read)
(exp [(variable) (qualified)] @read)
(parens expression: [(variable) (qualified) (constructor)] @read)
(list element: [(variable) (qualified) (constructor)] @read)
(tuple element: [(variable) (qualified) (constructor)] @read)
(boolean (variable) @read)
(bind expression: [(variable) (qualified)] @read)
(record (constructor) @read)
(field_update field: (field_name (variable) @read))
(name) @type

; Bindings
(patterns (variable) @parameter)
(patterns (parens (apply argument: (variable) @parameter)))
(bind pattern: (variable) @bind)
(local_binds [(function name: (variable) @bind) (bind name: (variable) @bind)])
(alternative pattern: (apply argument: (variable) @bind))

; Imports
(header) @import
(import) @import

; Words
(string) @literal
[(comment) (haddock)] @comment
