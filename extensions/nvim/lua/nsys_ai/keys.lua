-- The keys in a document of the server: one list for the maps, the winbar and the help.
local M = {}

---@class nsys_ai.Key
---@field key string
---@field word? string  Its name in the line above a document; omitted there if nil.
---@field desc string
---@field action fun(buf: integer)

---@type nsys_ai.Key[]
M.keys = {
  {
    key = "K",
    word = "explain",
    desc = "Explain what is under the cursor",
    action = function()
      vim.lsp.buf.hover()
    end,
  },
  {
    key = "gd",
    word = "open",
    desc = "Open the document of what is under the cursor",
    action = function()
      vim.lsp.buf.definition()
    end,
  },
  {
    key = "<CR>",
    desc = "Open the document of what is under the cursor",
    action = function()
      vim.lsp.buf.definition()
    end,
  },
  {
    key = "gp",
    word = "Perfetto",
    desc = "Open the profile in Perfetto",
    action = function()
      require("nsys_ai.perfetto").open()
    end,
  },
  {
    key = "gw",
    desc = "Have a language model explain what is under the cursor",
    action = function()
      require("nsys_ai.words").here()
    end,
  },
  {
    key = "R",
    word = "refresh",
    desc = "Read the profile again",
    action = function(buf)
      require("nsys_ai.document").refresh(buf)
    end,
  },
}

---@param buf integer
function M.map(buf)
  if not require("nsys_ai.config").get().keys then
    return
  end
  for _, key in ipairs(M.keys) do
    vim.keymap.set("n", key.key, function()
      key.action(buf)
    end, { buffer = buf, desc = key.desc })
  end
end

-- "K explain · gd open · gp Perfetto · R refresh"
---@return string
function M.line()
  local parts = {}
  for _, key in ipairs(M.keys) do
    if key.word then
      parts[#parts + 1] = key.key .. " " .. key.word
    end
  end
  return table.concat(parts, " · ")
end

return M
