-- Chooses the open profile that measures source files.
local methods = require("nsys_ai.protocol").methods

local notify = require("nsys_ai.notify").notify

local M = {}

---@param done fun(problem: nsys_ai.Problem?, profiles: { profile: string, path: string, active: boolean }[])
local function list(done)
  local client = require("nsys_ai.client")
  if not client.current() then
    return done(nil, {})
  end
  client.request(methods.profiles, {}, { label = "Listing the profiles" }, function(problem, result)
    done(problem, result and result.profiles or {})
  end)
end

-- The paths of the open profiles. Waits briefly, because completion must be synchronous.
---@return string[]
function M.paths()
  local found
  list(function(_, profiles)
    found = profiles
  end)
  vim.wait(1000, function()
    return found ~= nil
  end, 10)
  return vim.tbl_map(function(profile)
    return profile.path
  end, found or {})
end

local function activate(profile)
  local name = vim.fs.basename(profile.path)
  local params = { profile = profile.profile }
  require("nsys_ai.client").request(
    methods.activate_profile,
    params,
    { label = "Activating " .. name },
    function(problem)
      if problem then
        return require("nsys_ai.notify").problem(problem)
      end
      notify(("nsys-ai: %s measures the source files."):format(name))
    end
  )
end

local function choose(profiles)
  vim.ui.select(profiles, {
    prompt = "Measure the source with",
    format_item = function(profile)
      return profile.path .. (profile.active and " (active)" or "")
    end,
  }, function(chosen)
    if chosen then
      activate(chosen)
    end
  end)
end

-- Measures source files with the profile of that path; prompts for one if none is given.
---@param path? string
function M.activate(path)
  list(function(problem, profiles)
    if problem then
      return require("nsys_ai.notify").problem(problem)
    end
    if #profiles == 0 then
      return notify("nsys-ai: no profile is open.", vim.log.levels.WARN)
    end
    if not path then
      return choose(profiles)
    end
    local wanted = vim.uv.fs_realpath(vim.fn.expand(path))
    for _, profile in ipairs(profiles) do
      if profile.path == path or (wanted and vim.uv.fs_realpath(profile.path) == wanted) then
        return activate(profile)
      end
    end
    notify(("nsys-ai: %s is not open; :NsysAi open opens it."):format(path), vim.log.levels.WARN)
  end)
end

return M
