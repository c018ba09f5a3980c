-- The server for vim.lsp.config() and vim.lsp.enable("nsys_ai"), Neovim 0.11 and later.
return require("nsys_ai.client_config").get()
