-- The line above a document: the file and the keys, or the progress of loading.
local M = {}

---@type table<integer, string>
local busy = {}

-- Sets the status of a buffer; nil removes it.
---@param buf integer
---@param text string?
function M.set(buf, text)
  busy[buf] = text
  vim.cmd("redrawstatus!")
end

local function literal(text)
  return (text:gsub("%%", "%%%%"))
end

-- The value of 'winbar' for the window being drawn, which is the current one during that time.
---@return string
function M.text()
  local buf = vim.api.nvim_get_current_buf()
  if busy[buf] then
    return "%#WarningMsg# " .. literal(busy[buf]) .. "%=%#Comment#Ctrl-C cancels %*"
  end
  local title, ready = require("nsys_ai.document").title(buf)
  if not title then
    return ""
  end
  local keys = ready and require("nsys_ai.config").get().keys and require("nsys_ai.keys").line() or ""
  return "%#Title# " .. literal(title) .. "%*  %=%<%#Comment#" .. literal(keys) .. " %*"
end

return M
