-- A component for a statusline: what the server is doing, otherwise the profile that commands mean.
--
--   vim.o.statusline = "%f %=%{%v:lua.require'nsys_ai.statusline'.text()%}"
local M = {}

-- Starts nothing: empty as long as the plugin is not in use.
---@return string  Escaped for a statusline.
function M.text()
  local client = package.loaded["nsys_ai.client"]
  if not client then
    return ""
  end
  local busy = client.busy()
  local path = not busy and require("nsys_ai.profile").path()
  local text = busy and busy .. " …" or path and vim.fs.basename(path)
  return text and ("nsys-ai: " .. text):gsub("%%", "%%%%"):gsub("%c", " ") or ""
end

return M
