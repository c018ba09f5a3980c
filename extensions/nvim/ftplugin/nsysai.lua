-- Options of windows and keys of buffers that show a document of the server.
if vim.b.did_ftplugin then
  return
end
vim.b.did_ftplugin = true

vim.cmd("setlocal nowrap nonumber norelativenumber nolist nospell colorcolumn= foldcolumn=0 signcolumn=no")
if require("nsys_ai.config").get().winbar and not vim.b.nsys_ai_answer then
  vim.cmd([[setlocal winbar=%{%v:lua.require'nsys_ai.winbar'.text()%}]])
end
require("nsys_ai.keys").map(vim.api.nvim_get_current_buf())
