std = "luajit"
max_line_length = 120
globals = { "vim" }
-- Made from the server's types.
exclude_files = { "lua/nsys_ai/protocol.lua" }
