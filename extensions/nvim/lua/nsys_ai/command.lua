-- :NsysAi, its completion and its part of the help page.
local notify = require("nsys_ai.notify").notify

local list = require("nsys_ai.subcommands")

local M = {}

local function named(name)
  for _, subcommand in ipairs(list) do
    if subcommand.name == name then
      return subcommand
    end
  end
end

local function names()
  return vim.tbl_map(function(subcommand)
    return subcommand.name
  end, list)
end

-- The part of the help page that describes the subcommands.
---@return string[]
function M.help()
  local lines = {}
  for _, subcommand in ipairs(list) do
    local head = ":NsysAi " .. subcommand.name .. (subcommand.args and " " .. subcommand.args or "")
    lines[#lines + 1] = head
    lines[#lines + 1] = "    " .. subcommand.doc
    lines[#lines + 1] = ""
  end
  return lines
end

---@param call { fargs: string[] }
function M.run(call)
  local args = vim.deepcopy(call.fargs)
  local name = table.remove(args, 1) or "open"
  local subcommand = named(name)
  if not subcommand then
    local all = table.concat(names(), ", ")
    return notify(("nsys-ai: there is no '%s'; there are %s."):format(name, all), vim.log.levels.ERROR)
  end
  if subcommand.needs and not args[1] then
    return notify(("nsys-ai: :NsysAi %s needs %s."):format(name, subcommand.needs), vim.log.levels.WARN)
  end
  subcommand.run(args)
end

---@param lead string  The word being written.
---@param line string
---@param position integer
---@return string[]
function M.complete(lead, line, position)
  local words = vim.split(line:sub(1, position), "%s+", { trimempty = lead == "" })
  while #words > 0 and not words[1]:match("NsysAi!?$") do
    table.remove(words, 1)
  end
  table.remove(words, 1)
  if lead ~= "" then
    table.remove(words)
  end
  local found = names()
  if words[1] then
    local subcommand = named(words[1])
    if not subcommand or not subcommand.complete then
      return {}
    end
    found = subcommand.complete(lead, vim.list_slice(words, 2))
    if subcommand.fits then
      return found
    end
  end
  return vim.tbl_filter(function(word)
    return vim.startswith(word, lead)
  end, found)
end

return M
