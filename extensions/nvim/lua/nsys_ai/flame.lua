-- Which stacks take what, as a table or as folded stacks, in a buffer that can be edited and written.
local methods = require("nsys_ai.protocol").methods
local notify = require("nsys_ai.notify").notify

local M = {}

---@param answer nsys_ai.FlameResult
local function show(answer)
  if not answer.text then
    local needs = answer.answer.needs or {}
    return notify("nsys-ai: " .. table.concat({ answer.answer.reason, unpack(needs) }, " "), vim.log.levels.WARN)
  end
  vim.cmd.new()
  vim.bo.buftype = ""
  vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(answer.text, "\n", { trimempty = true }))
  vim.bo.modified = false
end

-- Of the profile of the current buffer, or of the last opened one.
---@param words string[]
function M.open(words)
  local params = { format = "text" }
  for _, word in ipairs(words) do
    if word == "folded" then
      params.format = "folded"
    elseif word == "inverted" then
      params.inverted = true
    else
      params.of = word
    end
  end
  require("nsys_ai.profile").request(methods.flame, params, "Counting stacks", show)
end

return M
