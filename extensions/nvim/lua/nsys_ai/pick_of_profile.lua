-- What can be picked: the kernels and ranges of the profile, and the skills.
local methods = require("nsys_ai.protocol").methods

local pick = require("nsys_ai.pick")
local profile = require("nsys_ai.profile")

local M = {}

-- A part of the list of kernels has so many; a profile has seldom more names than a few hundred.
local page = 100
local most = 2000

-- The table of a page, each row as cells by the text of its header.
---@param blocks table[]
---@return table<string, table>[]
local function rows_of(blocks)
  local rows = {}
  for _, block in ipairs(blocks) do
    for _, row in ipairs(block.kind == "table" and block.rows or {}) do
      local cells = {}
      for i, header in ipairs(block.header) do
        cells[header.text] = row[i]
      end
      rows[#rows + 1] = cells
    end
  end
  return rows
end

-- Every kernel by its time; picking one opens its document.
function M.kernels()
  local items = {} ---@type nsys_ai.PickItem[]
  local function ask(offset)
    local params = { view = "kernels", params = { offset = tostring(offset) } }
    profile.request(methods.view_open, params, "Listing kernels", function(opened)
      local rows = rows_of(opened.page.blocks)
      for _, row in ipairs(rows) do
        items[#items + 1] = {
          text = ("%s  %s of kernel time, %s in %s calls"):format(
            row.name.text,
            row.share.text,
            row.total.text,
            row.calls.text
          ),
          go = function()
            require("nsys_ai.locate").go_to(row.name.target)
          end,
        }
      end
      if #rows == page and #items < most then
        return ask(offset + page)
      end
      pick.choose("Kernels", items)
    end)
  end
  ask(0)
end

---@param symbols table[]
---@param path string  The labels around them.
---@param visit fun(symbol: table, path: string)
local function each_symbol(symbols, path, visit)
  for _, symbol in ipairs(symbols or {}) do
    local own = path == "" and symbol.name or path .. " › " .. symbol.name
    visit(symbol, own)
    each_symbol(symbol.children, own, visit)
  end
end

-- Every NVTX range of each thread; picking one opens the tree at its line.
function M.ranges()
  profile.request(methods.locate, { target = "ranges:" }, "Listing ranges", function(place)
    local params = { textDocument = { uri = place.uri } }
    local options = { label = "Listing ranges" }
    require("nsys_ai.client").request("textDocument/documentSymbol", params, options, function(problem, symbols)
      if problem then
        return require("nsys_ai.notify").problem(problem)
      end
      local items = {} ---@type nsys_ai.PickItem[]
      each_symbol(symbols and symbols[1] and symbols[1].children, "", function(symbol, path)
        items[#items + 1] = {
          text = path .. (symbol.detail and "  " .. symbol.detail or ""),
          go = function()
            require("nsys_ai.locate").show(place.uri, symbol.selectionRange.start.line + 1, 0)
          end,
        }
      end)
      pick.choose("Ranges", items)
    end)
  end)
end

-- Every skill; picking one asks for its parameters.
function M.skills()
  require("nsys_ai.skill").list(function(problem, skills)
    if problem or not skills then
      return require("nsys_ai.notify").problem(problem or { message = "The server lists no skills." })
    end
    pick.choose(
      "Skills",
      vim.tbl_map(function(skill)
        return {
          text = ("%s  %s"):format(skill.name, skill.title),
          go = function()
            require("nsys_ai.skill_form").open(skill)
          end,
        }
      end, skills)
    )
  end)
end

-- By the name that a person gives.
---@type table<string, fun()>
M.kinds = { kernels = M.kernels, ranges = M.ranges, skills = M.skills }

return M
