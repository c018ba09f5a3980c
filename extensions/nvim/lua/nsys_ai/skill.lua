-- Runs a skill and draws its answer as a table.
--
-- Values are shown as the server sent them, in the unit of their column; nothing is rounded or computed here.
local methods = require("nsys_ai.protocol").methods

local M = {}

local widest = 72

---@type nsys_ai.SkillInfo[]?
local known

local function width(text)
  return vim.fn.strdisplaywidth(text)
end

-- 12,345
local function grouped(digits)
  local sign, rest = digits:match("^(%-?)(%d+)$")
  local text = rest:reverse():gsub("(%d%d%d)", "%1,"):reverse():gsub("^,", "")
  return sign .. text
end

---@param value any
---@param column nsys_ai.ColumnInfo
---@return string
local function cell(value, column)
  if value == nil or value == vim.NIL then
    return "-"
  end
  if type(value) == "number" then
    if column.type == "integer" then
      return grouped(("%d"):format(value))
    end
    return ("%.6g"):format(value)
  end
  if column.type == "integer" and tostring(value):match("^%-?%d+$") then
    return grouped(tostring(value))
  end
  local text = tostring(value):gsub("%c", " ")
  local length = vim.fn.strchars(text)
  if length > widest then
    local half = math.floor((widest - 1) / 2)
    text = vim.fn.strcharpart(text, 0, half) .. "…" .. vim.fn.strcharpart(text, length - half)
  end
  return text
end

-- The column's name, with its unit where the name does not end in it.
local function heading(column)
  local unit = column.unit or ""
  local plain = unit == "" or unit == "count" or unit == "ref" or unit == "share"
  if plain or column.name:find(unit, 1, true) then
    return column.name
  end
  return ("%s (%s)"):format(column.name, (unit:gsub("_", " ")))
end

---@param answer nsys_ai.Answer
---@return string[]
local function table_lines(answer)
  local grid = { {} }
  for i, column in ipairs(answer.columns) do
    grid[1][i] = heading(column)
  end
  for _, row in ipairs(answer.rows) do
    local cells = {}
    for i, column in ipairs(answer.columns) do
      cells[i] = cell(row[column.name], column)
    end
    grid[#grid + 1] = cells
  end
  local widths = {}
  for i in ipairs(answer.columns) do
    widths[i] = 0
    for _, cells in ipairs(grid) do
      widths[i] = math.max(widths[i], width(cells[i]))
    end
  end
  local lines = {}
  for _, cells in ipairs(grid) do
    local parts = {}
    for i, column in ipairs(answer.columns) do
      local blanks = (" "):rep(widths[i] - width(cells[i]))
      parts[i] = column.type == "text" and cells[i] .. blanks or blanks .. cells[i]
    end
    lines[#lines + 1] = (table.concat(parts, "  "):gsub("%s+$", ""))
  end
  return lines
end

-- What an answer says, ready to be shown.
---@param answer nsys_ai.Answer
---@param title string
---@return string[]
function M.lines(answer, title)
  local lines = { title, ("="):rep(width(title)), "" }
  if answer.outcome == "rows" then
    vim.list_extend(lines, table_lines(answer))
    if answer.truncated then
      lines[#lines + 1] = ""
      lines[#lines + 1] = ("%d of %d rows; `limit` sets how many."):format(#answer.rows, answer.total_rows)
    end
  else
    lines[#lines + 1] = (answer.outcome == "empty" and "Nothing: " or "Cannot answer: ") .. (answer.reason or "")
    for _, need in ipairs(answer.needs or {}) do
      lines[#lines + 1] = "- " .. need
    end
  end
  if #(answer.notes or {}) > 0 then
    lines[#lines + 1] = ""
    for _, note in ipairs(answer.notes) do
      lines[#lines + 1] = "- " .. note
    end
  end
  for i, line in ipairs(lines) do
    lines[i] = line:gsub("[%c]", " ")
  end
  return lines
end

-- The server's skills; `done` gets nil when it cannot be asked.
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

---@param name string
---@return string
local function title_of(name)
  for _, skill in ipairs(known or {}) do
    if skill.name == name and skill.title ~= "" then
      return ("%s: %s"):format(name, (skill.title:gsub("%.$", "")))
    end
  end
  return name
end

-- Runs a skill on the current profile. `params` are as a person writes them, `gpu` picks devices ("0,1").
---@param name string
---@param params table<string, string|number>
function M.run(name, params)
  local document = require("nsys_ai.document")
  local label = "Running " .. name
  local gpus
  params = vim.deepcopy(params)
  if params.gpu then
    gpus = vim.tbl_map(tonumber, vim.split(tostring(params.gpu), ","))
    params.gpu = nil
  end
  document.with_profile(label, function(info)
    local request = {
      profile = info.profile,
      skill = name,
      params = next(params) and params or nil,
      gpus = gpus,
    }
    require("nsys_ai.client").request(methods.run_skill, request, { label = label }, function(problem, answer)
      if problem then
        return document.report(problem)
      end
      M.list(function()
        require("nsys_ai.scratch").show(name, M.lines(answer, title_of(name)))
      end)
    end)
  end)
end

return M
