-- The commands and file types of the plugin. Loads nothing else before one of them is used.
if vim.g.loaded_nsys_ai then
  return
end
vim.g.loaded_nsys_ai = true

if vim.fn.has("nvim-0.10") == 0 then
  vim.notify("nsys-ai needs Neovim 0.10 or later.", vim.log.levels.ERROR)
  return
end

vim.api.nvim_create_user_command("NsysAi", function(call)
  require("nsys_ai.command").run(call)
end, {
  nargs = "*",
  complete = function(lead, line, position)
    return require("nsys_ai.command").complete(lead, line, position)
  end,
  desc = "GPU profiles of NVIDIA Nsight Systems",
})

local settings = vim.g.nsys_ai
if type(settings) ~= "table" or settings.take_files ~= false then
  vim.api.nvim_create_autocmd("BufReadCmd", {
    group = vim.api.nvim_create_augroup("nsys_ai_files", {}),
    pattern = { "*.sqlite", "*.nsys-rep", "*.qdrep" },
    desc = "Show the overview of a GPU profile",
    nested = true,
    callback = function(event)
      local other_file = require("nsys_ai.other_file")
      if other_file.is_other(event.match) then
        return other_file.edit()
      end
      require("nsys_ai.document").read_file(event.buf, event.match)
    end,
  })
end

local group = vim.api.nvim_create_augroup("nsys_ai", {})

vim.api.nvim_create_autocmd("BufReadCmd", {
  group = group,
  pattern = "nsys-ai://*",
  desc = "Show a document that the nsys-ai server makes",
  callback = function(event)
    require("nsys_ai.document").read_uri(event.buf, event.match)
  end,
})

vim.api.nvim_create_autocmd("FileType", {
  group = group,
  desc = "Measured GPU time in source files",
  callback = function(event)
    if vim.g.nsys_ai ~= nil or package.loaded["nsys_ai.config"] then
      require("nsys_ai.source").attach(event.buf)
    end
  end,
})
