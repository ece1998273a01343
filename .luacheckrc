-- Scripts are plain Lua with Luau's few additions.
std = "lua51"
max_line_length = 100
read_globals = { "bit32", "buffer", "utf8", "typeof", table = { fields = { "freeze", "create" } } }
files["src/rules/prelude.lua"] = { globals = { "math", "string", "pcall", "xpcall", "print", "tostring", "coroutine", "ipairs", "pairs" } }
