; Definitions
(function_declaration name: (identifier) @name) @definition.function
(function_declaration name: [
  (dot_index_expression table: (_) @owner field: (identifier) @name)
  (method_index_expression table: (_) @owner method: (identifier) @name)]) @definition.method
(assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @owner field: (identifier) @name) .)
  (expression_list . value: (function_definition body: (_)? @body) .)) @definition.method
(assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_definition body: (_)? @body) .)) @definition.function
(chunk (variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (table_constructor) @body .))) @definition.class)
(chunk (variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name)
  (expression_list . value: (_) @bind.value))) @definition.variable)
(chunk (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (table_constructor) @body .)) @definition.class)
(chunk (assignment_statement
  (variable_list . name: (identifier) @name)
  (expression_list . value: (_) @bind.value)) @definition.variable)
(field name: (identifier) @name value: (function_definition body: (_)? @body)) @definition.function
(function_call name: (identifier) @_test arguments: (arguments . (string) @name . (function_definition body: (_)? @body))
  (#any-of? @_test "$test_call")) @definition.test
(assignment_statement
  (variable_list . name: (dot_index_expression table: (identifier) @_self field: (identifier) @name) .)
  (expression_list . value: (_) @bind.value)
  (#eq? @_self "self")) @attribute

; References
(function_call name: (_) @call)
(arguments) @reads
(expression_list) @reads

; Bindings
(variable_declaration (assignment_statement
  (variable_list . name: (identifier) @bind) (expression_list . value: (_) @bind.value)))
(parameters name: (identifier) @parameter)
(for_generic_clause (variable_list (identifier) @bind))
(for_numeric_clause name: (identifier) @bind)
(return_statement (expression_list . (_) @return .))

; Imports
(chunk (return_statement) @import)
(function_call name: (identifier) @_require (#eq? @_require "require")) @import

; Words
(string) @literal
(comment) @comment
