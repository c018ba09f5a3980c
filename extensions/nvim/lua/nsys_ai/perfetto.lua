-- The profile in Perfetto's timeline, in the user's browser.
local methods = require("nsys_ai.protocol").methods

local M = {}

---@param answer nsys_ai.OpenInPerfettoResult
local function remote(answer)
  local lines = { "On your own machine run", "  " .. (answer.sshCommand or ""), "and open", "  " .. answer.url }
  vim.notify(table.concat(lines, "\n"), vim.log.levels.INFO)
end

-- Opens the profile of the current buffer, or the one opened last.
function M.open()
  local document = require("nsys_ai.document")
  document.with_profile("Opening Perfetto", function(info)
    require("nsys_ai.client").request(methods.open_in_perfetto, { profile = info.profile }, {
      label = "Opening Perfetto",
    }, function(problem, answer)
      if problem then
        return document.report(problem)
      end
      if vim.env.SSH_CONNECTION or vim.env.SSH_TTY then
        return remote(answer)
      end
      local _, failed = vim.ui.open(answer.url)
      if failed then
        vim.notify("nsys-ai: no browser could be started; open " .. answer.url, vim.log.levels.WARN)
      else
        vim.notify(("nsys-ai: %s is being opened in Perfetto"):format(answer.fileName or info.fileName))
      end
    end)
  end)
end

return M
