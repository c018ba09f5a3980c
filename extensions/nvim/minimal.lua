-- For bug reports: Neovim with this plugin and nothing else.
--
--   nvim -u extensions/nvim/minimal.lua PROFILE.sqlite
local here = vim.fs.dirname(vim.fs.normalize(debug.getinfo(1, "S").source:sub(2)))
vim.opt.runtimepath = { vim.env.VIMRUNTIME, here }
vim.opt.packpath = { vim.env.VIMRUNTIME }
vim.opt.swapfile = false
vim.opt.shadafile = "NONE"
