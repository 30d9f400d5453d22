; Definitions are lists: they are found in forms.rs.
(list_lit) @expand

; References
(list_lit (sym_lit) . (sym_lit) @read)
(vec_lit (sym_lit) @read)

; Words
(str_lit) @literal
(comment) @comment
