-- The profile that a command is about, and requests about it.
local methods = require("nsys_ai.protocol").methods
local notify = require("nsys_ai.notify")

local M = {}

---@type string?
local last_path

-- A document of this profile was shown.
---@param path string
function M.shown(path)
  last_path = path
end

-- The profile of this buffer, otherwise the last opened, otherwise the configured one.
---@return string?
function M.path()
  return require("nsys_ai.document").path_of_buffer(vim.api.nvim_get_current_buf())
    or last_path
    or require("nsys_ai.source").configured()
end

-- Calls `done` with the ProfileInfo of that profile; reopening an open profile is cheap.
---@param label string
---@param done fun(info: nsys_ai.ProfileInfo)
function M.with(label, done)
  local path = M.path()
  if not path then
    notify.notify("nsys-ai: no profile is open; :NsysAi open FILE opens one.", vim.log.levels.WARN)
    return
  end
  require("nsys_ai.client").request(methods.open_profile, { path = path }, { label = label }, function(problem, info)
    if problem then
      return notify.problem(problem)
    end
    done(info)
  end)
end

-- Sends a request with the handle of that profile; an error is shown.
---@param method string
---@param params table
---@param label string
---@param done fun(result: any, info: nsys_ai.ProfileInfo)
function M.request(method, params, label, done)
  M.with(label, function(info)
    params.profile = info.profile
    require("nsys_ai.client").request(method, params, { label = label }, function(problem, result)
      if problem then
        return notify.problem(problem)
      end
      done(result, info)
    end)
  end)
end

return M
