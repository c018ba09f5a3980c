std = "luajit"
max_line_length = 120
read_globals = { "vim" }
-- Options and variables of the editor are there to be written.
globals = { "vim.g", "vim.b", "vim.bo", "vim.wo", "vim.opt" }
-- Made from the server's types.
exclude_files = { "lua/nsys_ai/protocol.lua" }
