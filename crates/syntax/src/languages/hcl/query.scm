; Definitions: a block is named by its last label.
(block (identifier) (string_lit) . (string_lit (template_literal) @name) . (block_start) @body) @definition.struct
(block . (identifier) . (string_lit (template_literal) @name) . (block_start) @body) @definition.struct
(block . (identifier) @_locals (body (attribute (identifier) @name) @definition.constant)
  (#eq? @_locals "locals"))

; References
(expression . (variable_expr) . (get_attr)) @read

; Words
(comment) @comment
