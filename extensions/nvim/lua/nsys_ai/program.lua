-- Finds the program `nsys-ai`.
local M = {}

---@class nsys_ai.Place
---@field path string
---@field from string  Which setting named it.

local function executable(path)
  return vim.fn.executable(path) == 1
end

-- Tries the setting, the environment, PATH and ~/.local/bin, in this order. A setting that names no program is an
-- error, not a reason to use another program.
---@return nsys_ai.Place? place
---@return string? problem
function M.find()
  local setting = require("nsys_ai.config").get().server
  if setting then
    local path = vim.fn.expand(setting)
    if executable(path) then
      return { path = path, from = "the setting `server`" }
    end
    return nil, ("The setting `server` of vim.g.nsys_ai names no program: %s"):format(path)
  end
  local variable = vim.env.NSYS_AI_SERVER_PATH
  if variable and variable ~= "" then
    local path = vim.fn.expand(variable)
    if executable(path) then
      return { path = path, from = "$NSYS_AI_SERVER_PATH" }
    end
    return nil, ("$NSYS_AI_SERVER_PATH names no program: %s"):format(path)
  end
  if executable("nsys-ai") then
    return { path = vim.fn.exepath("nsys-ai"), from = "$PATH" }
  end
  local home = vim.fn.expand("~/.local/bin/nsys-ai")
  if executable(home) then
    return { path = home, from = "~/.local/bin" }
  end
  return nil,
    "There is no program nsys-ai in $PATH or ~/.local/bin; "
      .. "set `server` in vim.g.nsys_ai or $NSYS_AI_SERVER_PATH to its path."
end

-- The command of the language server. Raises the error message of `find`.
---@return string[]
function M.command()
  local place, problem = M.find()
  if not place then
    error(problem, 0)
  end
  return vim.list_extend({ place.path }, require("nsys_ai.config").get().server_args)
end

return M
