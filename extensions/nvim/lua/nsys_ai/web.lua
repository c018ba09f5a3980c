-- Shows a profile in nsys-ai's own timeline in the user's browser.
local M = {}

-- Opens the profile of the current buffer, or the last opened one.
function M.open()
  local method = require("nsys_ai.protocol").methods.open_timeline
  require("nsys_ai.browser_page").ask(method, "Opening the timeline", "the timeline of nsys-ai")
end

return M
