; Definitions. Packages, fields and constants are found in packages.rs.
(subroutine_declaration_statement name: (_) @name) @definition.function
(method_declaration_statement name: (_) @name) @definition.method
(source_file (expression_statement (assignment_expression
  left: (variable_declaration variable: (_ (varname) @name)))) @definition.variable)
[(package_statement) (use_statement) (ambiguous_function_call_expression)] @expand

; References
(method_call_expression) @call
(function_call_expression function: (_) @call)
(ambiguous_function_call_expression function: (_) @call)

; Bindings
(assignment_expression left: (variable_declaration variable: (scalar) @bind) right: (_) @bind.value)
(variable_declaration variables: (scalar) @bind)
(for_statement variable: (scalar) @bind list: (_) @bind.element)
(return_expression (_) @return)

; Imports
(require_expression) @import

; Words
[(string_literal) (interpolated_string_literal)] @literal
[(comment) (pod)] @comment
