-- Pages of the server in the user's browser; over SSH, how to get to them.
local M = {}

---@class nsys_ai.PageLink
---@field url string
---@field sshCommand? string

---@param link nsys_ai.PageLink
---@param file string  Of the profile, for a message.
---@param name string  What shows it, as a person would say it.
function M.open(link, file, name)
  if vim.env.SSH_CONNECTION or vim.env.SSH_TTY then
    local lines = { "On your own machine run", "  " .. (link.sshCommand or ""), "and open", "  " .. link.url }
    return vim.notify(table.concat(lines, "\n"), vim.log.levels.INFO)
  end
  local _, failed = vim.ui.open(link.url)
  if failed then
    vim.notify("nsys-ai: no browser could be started; open " .. link.url, vim.log.levels.WARN)
  else
    vim.notify(("nsys-ai: %s is being opened in %s"):format(file, name))
  end
end

-- Asks for a page of the profile of the current buffer, or of the one opened last, and opens it.
---@param method string
---@param label string  What is going on meanwhile.
---@param name string  What shows it.
function M.ask(method, label, name)
  local document = require("nsys_ai.document")
  document.with_profile(label, function(info)
    require("nsys_ai.client").request(method, { profile = info.profile }, { label = label }, function(problem, link)
      if problem then
        return document.report(problem)
      end
      M.open(link, info.fileName, name)
    end)
  end)
end

return M
