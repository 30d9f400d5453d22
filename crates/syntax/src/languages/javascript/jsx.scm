
; JSX, which JavaScript and TSX have and TypeScript has not
([(jsx_opening_element name: (identifier) @call) (jsx_self_closing_element name: (identifier) @call)]
  (#match? @call "^[A-Z]"))
(jsx_opening_element name: (member_expression) @call)
(jsx_self_closing_element name: (member_expression) @call)
(jsx_expression [(identifier) (member_expression)] @read)
(jsx_text) @literal
