-- For bug reports: Neovim with this plugin and nothing else.
--
--   nvim --clean -u extensions/nvim/minimal.lua PROFILE.sqlite
vim.opt.runtimepath:prepend(vim.fs.dirname(vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p")))
vim.opt.swapfile = false
