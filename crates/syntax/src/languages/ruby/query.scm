; Definitions. Those made by calls and assignments are found in macros.rs.
(module name: [(constant) @name
               (scope_resolution scope: [(constant) (scope_resolution)]? @owner name: (constant) @name)]) @definition.module
(class name: [(constant) @name
              (scope_resolution scope: [(constant) (scope_resolution)]? @owner name: (constant) @name)]) @definition.class
(method name: (_) @name) @definition.function
(singleton_method object: [(constant) (scope_resolution)]? @owner name: (_) @name) @definition.function
(alias name: (_) @name alias: (_) @read) @definition.function

; Inheritance
(superclass [(constant) (scope_resolution)] @inherit.extends @type)
(superclass (call receiver: (constant) @inherit.extends))

; References
(super) @call
(exceptions [(constant) (scope_resolution)] @type)
(pattern [(constant) (scope_resolution)] @type)
(in_clause pattern: (constant) @type)
(array_pattern class: (_) @type)
(hash_pattern class: (_) @type)

; Bindings
(for pattern: (identifier) @bind value: (in (_) @bind.element))
(rescue exceptions: (exceptions . (_) @bind.type)? variable: (exception_variable (identifier) @bind))
(as_pattern value: (constant) @bind.type name: (identifier) @bind)
(destructured_parameter (identifier) @parameter)
(return (argument_list . (_) @return .))

; Words
[(string) (heredoc_content)] @literal
(comment) @comment

[(call) (assignment) (operator_assignment) (left_assignment_list) (method) (singleton_method)
 (method_parameters) (block_parameters) (lambda_parameters)
 (body_statement) (block_body) (then) (else) (ensure) (argument_list) (pair) (array) (binary) (unary)
 (conditional) (if) (elsif) (unless) (while) (until) (if_modifier) (unless_modifier) (while_modifier) (case) (case_match) (in)
 (interpolation) (splat_argument) (hash_splat_argument) (block_argument) (element_reference)] @expand
