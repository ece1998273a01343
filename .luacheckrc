-- Scripts are plain Lua with Luau's few additions.
std = "lua51"
max_line_length = 100
read_globals = { "bit32", "buffer", "utf8", "typeof", table = { fields = { "freeze", "create" } } }
-- Definitions have no bodies.
files["scripts/library"] = { ignore = { "212", "241", "431" }, max_line_length = 200 }
files["src/rules/prelude.lua"] = { globals = { "math", "string", "table", "pcall", "xpcall", "print", "tostring", "coroutine", "ipairs", "pairs" } }
