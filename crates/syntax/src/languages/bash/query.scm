; Definitions
(function_definition name: (_) @name) @definition.function
(program (variable_assignment name: (variable_name) @name) @definition.variable)
(program (declaration_command (variable_assignment name: (variable_name) @name)) @definition.variable)
(command name: (command_name) @_test . argument: [(string) (raw_string)] @name . argument: (word) @body
  (#any-of? @_test "$test_call")) @definition.test

; References
(command name: (command_name (word) @call))
(command name: (command_name) @_runs . argument: (word) @call
  (#any-of? @_runs "run" "trap" "command" "exec" "sudo" "time" "nohup" "xargs"))
[(simple_expansion (variable_name) @read) (expansion (variable_name) @read)
 (subscript name: (variable_name) @read)]

; Bindings
(function_definition body: (_ (declaration_command [(variable_assignment name: (_) @bind) (variable_name) @bind])))
(function_definition body: (_ (variable_assignment name: (variable_name) @bind)))
(for_statement variable: (variable_name) @bind)

; Imports
(command name: (command_name) @_source (#any-of? @_source "source" "." "load")) @import

; Words
[(string) (raw_string) (heredoc_body)] @literal
(comment) @comment
