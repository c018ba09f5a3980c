-- Window options and buffer keys for a document of the server.
if vim.b.did_ftplugin then
  return
end
vim.b.did_ftplugin = true

local buf = vim.api.nvim_get_current_buf()
local winbar = require("nsys_ai.config").get().winbar and not vim.b.nsys_ai_answer

local function window_options()
  vim.cmd("setlocal nowrap nonumber norelativenumber nolist nospell colorcolumn= foldcolumn=0 signcolumn=no")
  if winbar then
    vim.cmd([[setlocal winbar=%{%v:lua.require'nsys_ai.winbar'.text()%}]])
  end
end

window_options()
-- A jump reads the document before a window shows it.
vim.api.nvim_create_autocmd("BufWinEnter", { buffer = buf, callback = window_options })
require("nsys_ai.keys").map(buf)
