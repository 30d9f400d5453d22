; What only JavaScript has: everything without types.

(field_definition property: (_) @name value: [(arrow_function) (function_expression)] @bind.value) @definition.function
(field_definition property: (_) @name) @definition.field
(field_definition value: [(identifier) (member_expression)] @read)
(class_declaration (class_heritage [(identifier) (member_expression)] @inherit.extends @type))
(class_declaration (class_heritage (call_expression arguments: (arguments (identifier) @inherit.extends))))
(class name: (_) (class_heritage [(identifier) (member_expression)] @inherit.extends @type))
(variable_declarator value: (class !name (class_heritage [(identifier) (member_expression)] @inherit.extends @type)))
(decorator (_) @decorator)

(formal_parameters [
  (identifier) @parameter
  (assignment_pattern left: (identifier) @parameter)
  (rest_pattern (identifier) @parameter)
])
(assignment_pattern right: [(identifier) (member_expression)] @read)
(call_expression
  function: (member_expression object: (_) @bind.element property: (_) @_each)
  arguments: (arguments . (arrow_function . [(identifier) @bind (formal_parameters . (identifier) @bind)]))
  (#any-of? @_each "forEach" "map" "flatMap" "filter" "find" "findIndex" "some" "every"))

