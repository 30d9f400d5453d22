; Definitions
(message (message_name (identifier) @name) (message_body) @body) @definition.struct
(enum (enum_name (identifier) @name) (enum_body) @body) @definition.enum
(enum_field . (identifier) @name) @definition.variant
(service (service_name (identifier) @name)) @definition.interface
(rpc (rpc_name (identifier) @name) (message_or_enum_type) . (message_or_enum_type) @returns) @definition.method
(field (type) @returns (identifier) @name) @definition.field
(map_field (type) @returns (identifier) @name) @definition.field
(oneof (identifier) @name) @definition.field
(oneof_field (type) @returns (identifier) @name) @definition.field

; References
(message_or_enum_type) @type

; Imports
(package) @import
(import) @import

; Words
(comment) @comment
