-- Opens the document with the server's answer of a skill.
local methods = require("nsys_ai.protocol").methods

local M = {}

-- Parameters that restrict the run and do not belong to a skill.
local scope = { from = true, gpu = true, iteration = true, phase = true, process = true, to = true }

---@type nsys_ai.SkillInfo[]?
local known

-- The server's skills; `done` gets nil if the server cannot be reached.
---@param done fun(problem: nsys_ai.Problem?, skills: nsys_ai.SkillInfo[]?)
function M.list(done)
  if known then
    return done(nil, known)
  end
  require("nsys_ai.client").request(methods.skills, {}, { label = "Listing skills" }, function(problem, result)
    known = result and result.skills
    done(problem, known)
  end)
end

-- Another server may have other skills.
function M.forget()
  known = nil
end

-- Waits briefly for the skills, because completion must be synchronous.
local function listed()
  local found
  M.list(function(_, list)
    found = list or {}
  end)
  vim.wait(1000, function()
    return found ~= nil
  end, 10)
  return found or {}
end

-- The words that may follow `:NsysAi skill`: a name, then its parameters.
---@param before string[]
---@return string[]
function M.complete(before)
  if #before == 0 then
    return vim.tbl_map(function(skill)
      return skill.name
    end, listed())
  end
  local words = { "gpu=" }
  for _, skill in ipairs(listed()) do
    if skill.name == before[1] then
      for _, param in ipairs(skill.params or {}) do
        words[#words + 1] = param.name .. "="
      end
    end
  end
  return words
end

-- Runs a skill on the current profile. `params` are written as people write them; `gpu` ("0,1"), `process`,
-- `iteration`, `phase`, `from` and `to` restrict the run.
---@param name string
---@param params table<string, string|number>
function M.run(name, params)
  local label = "Running " .. name
  local given = { name = name }
  for key, value in pairs(params) do
    given[scope[key] and key or "param." .. key] = tostring(value)
  end
  require("nsys_ai.profile").request(methods.view_open, { view = "skill", params = given }, label, function(opened)
    vim.cmd.split(vim.fn.fnameescape(opened.uri))
  end)
end

return M
