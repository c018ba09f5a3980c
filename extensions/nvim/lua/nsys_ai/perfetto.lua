-- Shows a profile in Perfetto in the user's browser.
local M = {}

-- Opens the profile of the current buffer, or the last opened one.
function M.open()
  local method = require("nsys_ai.protocol").methods.open_in_perfetto
  require("nsys_ai.browser_page").ask(method, "Opening Perfetto", "Perfetto")
end

return M
