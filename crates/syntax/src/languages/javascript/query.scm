; What only JavaScript has: everything without types.

(field_definition property: (_) @name) @definition.field
(field_definition) @reads
(class_heritage (_) @inherit.extends @type)

; Prototypes by hand
(call_expression function: (_) @_inherits
  arguments: (arguments . (identifier) @owner . (_) @inherit.extends .)
  (#match? @_inherits "\\binherits$")) @container
(assignment_expression
  left: (member_expression object: (_) @owner property: (_) @_prototype) right: (object)
  (#eq? @_prototype "prototype")) @container

(formal_parameters [
  (identifier) @parameter
  (assignment_pattern left: (identifier) @parameter)
  (rest_pattern (identifier) @parameter)
])
(assignment_pattern right: [(identifier) (member_expression)] @read)

