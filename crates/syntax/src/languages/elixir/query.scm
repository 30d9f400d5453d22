; Definitions are calls: they are found in macros.rs.
[(call) (unary_operator) (binary_operator) (struct)] @expand

; Words
(string) @literal
(comment) @comment
