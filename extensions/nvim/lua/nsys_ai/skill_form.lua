-- The parameters of a skill as a form: a list of what can be set, and a prompt for each.
local M = {}

---@class nsys_ai.FormField
---@field name string
---@field doc string
---@field value string  As a person writes it; empty where it is not set.

---@type { name: string, doc: string }[]
local scope = {
  { name = "gpu", doc = "GPUs, such as 0,1" },
  { name = "process", doc = "the pid of a process" },
  { name = "iteration", doc = "the number of a step" },
  { name = "from", doc = "seconds on the capture's clock" },
  { name = "to", doc = "the same" },
}

---@param skill nsys_ai.SkillInfo
---@return nsys_ai.FormField[]
local function fields_of(skill)
  local fields = {}
  for _, param in ipairs(skill.params or {}) do
    local usual = param.default
    if usual == nil or usual == vim.NIL or usual == "" then
      usual = "not set"
    end
    fields[#fields + 1] = { name = param.name, doc = ("%s (%s)"):format(param.doc, tostring(usual)), value = "" }
  end
  for _, of in ipairs(scope) do
    fields[#fields + 1] = { name = of.name, doc = of.doc, value = "" }
  end
  return fields
end

---@param skill nsys_ai.SkillInfo
---@param fields nsys_ai.FormField[]
local function run(skill, fields)
  local params = {}
  for _, field in ipairs(fields) do
    if field.value ~= "" then
      params[field.name] = field.value
    end
  end
  require("nsys_ai.skill").run(skill.name, params)
end

---@param skill nsys_ai.SkillInfo
---@param fields nsys_ai.FormField[]
local function show(skill, fields)
  local options = {
    prompt = skill.title,
    format_item = function(item)
      if item == "run" then
        return "Run " .. skill.name
      end
      return ("%s = %s   %s"):format(item.name, item.value, item.doc)
    end,
  }
  vim.ui.select(vim.list_extend({ "run" }, fields), options, function(item)
    if item == "run" then
      return run(skill, fields)
    end
    if not item then
      return
    end
    vim.ui.input({ prompt = item.name .. " = ", default = item.value }, function(typed)
      item.value = typed and vim.trim(typed) or item.value
      show(skill, fields)
    end)
  end)
end

---@param skill nsys_ai.SkillInfo
function M.open(skill)
  show(skill, fields_of(skill))
end

return M
