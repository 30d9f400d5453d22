; Definitions
(class_definition name: (identifier) @name) @definition.class
(function_definition name: (identifier) @name return_type: (type)? @returns) @definition.function
(module (expression_statement
  (assignment left: (identifier) @name type: (type)? @returns right: (_)? @bind.value) @definition.variable))
(class_definition body: (block (expression_statement
  (assignment left: (identifier) @name type: (type)? @returns right: (_)? @bind.value) @definition.field)))
(assignment
  left: (attribute object: (identifier) @_self attribute: (identifier) @name)
  type: (type)? @returns
  right: (_)? @bind.value
  (#eq? @_self "self")) @attribute
(type_alias_statement left: (type (identifier) @name)) @definition.type

; Inheritance
(class_definition superclasses: (argument_list [(identifier) (attribute) (subscript)] @inherit.extends))

; References
(call function: (_) @call)
(decorator (_) @decorator)
(type [(identifier) (attribute)] @type)
(type (generic_type (identifier) @type))
(type (binary_operator [(identifier) (attribute)] @type))
(argument_list [(identifier) (attribute)] @read)
(keyword_argument value: [(identifier) (attribute)] @read)
(assignment right: [(identifier) (attribute)] @read)
(return_statement [(identifier) (attribute)] @read)
(list [(identifier) (attribute)] @read)
(tuple [(identifier) (attribute)] @read)
(pair value: [(identifier) (attribute)] @read)
(except_clause value: [(identifier) (attribute)] @read)
(except_clause value: (as_pattern [(identifier) (attribute)] @read))

; Bindings
(assignment left: (identifier) @bind type: (type) @bind.type)
(assignment left: (identifier) @bind !type right: (_) @bind.value)
(assignment left: (pattern_list (identifier) @bind))
(named_expression name: (identifier) @bind value: (_) @bind.value)
(for_statement left: (identifier) @bind right: (_) @bind.element)
(for_statement left: (pattern_list (identifier) @bind))
(for_in_clause left: (identifier) @bind right: (_) @bind.element)
(with_item value: (as_pattern alias: (as_pattern_target (identifier) @bind)))
(except_clause value: (as_pattern (_) @bind.value alias: (as_pattern_target (identifier) @bind)))
(parameters (identifier) @parameter)
(parameters (default_parameter name: (identifier) @parameter))
(parameters (typed_parameter . (identifier) @parameter type: (type) @bind.type))
(parameters (typed_default_parameter name: (identifier) @parameter type: (type) @bind.type))
(lambda_parameters (identifier) @parameter)
(lambda) @closure
(return_statement (_) @return)

; Imports
(import_statement) @import
(import_from_statement) @import

; Words
(module . (expression_statement (string) @doc))
(class_definition body: (block . (expression_statement (string) @doc)))
(function_definition body: (block . (expression_statement (string) @doc)))
(string) @literal
(comment) @comment
