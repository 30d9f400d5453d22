; Definitions. Functions are found in clauses.rs.
(record_decl name: (atom) @name) @definition.struct
(record_decl fields: (record_field name: (atom) @name) @definition.field)
(type_alias name: (type_name name: (atom) @name)) @definition.type
(opaque name: (type_name name: (atom) @name)) @definition.type
(callback fun: (atom) @name) @definition.function
(pp_define lhs: (macro_lhs name: (_) @name)) @definition.macro
(fun_decl) @expand

; References
(call expr: (atom) @call)
(remote) @call
(external_fun) @read
(internal_fun fun: (atom) @read)
(record_name name: (atom) @type)
(macro_call_expr name: (_) @read)

; Bindings
(match_expr lhs: (var) @bind rhs: (_) @bind.value)
(function_clause args: (expr_args args: (var) @parameter))

; Imports
(module_attribute) @import
(import_attribute) @import
(pp_include) @import
(pp_include_lib) @import

; Words
(string) @literal
(comment) @comment
