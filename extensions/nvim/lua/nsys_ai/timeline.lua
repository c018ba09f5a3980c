-- The profile in the timeline that nsys-ai draws itself, in the user's browser.
local M = {}

-- Opens the profile of the current buffer, or the one opened last.
function M.open()
  local method = require("nsys_ai.protocol").methods.open_timeline
  require("nsys_ai.browser_page").ask(method, "Opening the timeline", "the timeline of nsys-ai")
end

return M
