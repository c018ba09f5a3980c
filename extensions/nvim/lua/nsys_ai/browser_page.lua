-- Opens pages of the server in the user's browser; over SSH, shows how to reach them.
local notify = require("nsys_ai.notify").notify

local M = {}

---@class nsys_ai.PageLink
---@field url string
---@field sshCommand? string

-- Programs that open browsers fail silently without a display.
---@return boolean
function M.has_display()
  if vim.fn.has("linux") == 0 or vim.env.WSL_DISTRO_NAME then
    return true
  end
  return (vim.env.DISPLAY or "") ~= "" or (vim.env.WAYLAND_DISPLAY or "") ~= "" or (vim.env.BROWSER or "") ~= ""
end

---@param link nsys_ai.PageLink
---@param file string  Of the profile, for a message.
---@param name string  What shows it, for messages to a person.
function M.open(link, file, name)
  -- The command to type on the other machine stays visible until it is typed.
  if vim.env.SSH_CONNECTION or vim.env.SSH_TTY then
    local lines = { "On your own machine run", "  " .. (link.sshCommand or ""), "and open", "  " .. link.url }
    return require("nsys_ai.scratch").show(name, lines)
  end
  local failed = not M.has_display()
  if not failed then
    failed = select(2, vim.ui.open(link.url)) ~= nil
  end
  if failed then
    require("nsys_ai.scratch").show(name, { "No browser can be started here. Open", "  " .. link.url })
  else
    notify(("nsys-ai: %s is being opened in %s"):format(file, name))
  end
end

-- Opens a page of the profile of the current buffer, or of the last opened profile.
---@param method string
---@param label string  The title of the progress.
---@param name string  What shows it.
function M.ask(method, label, name)
  require("nsys_ai.profile").request(method, {}, label, function(link, info)
    M.open(link, info.fileName, name)
  end)
end

return M
