-- load: more memory than it may (64 MiB)
local text = string.rep("x", 1e9)
