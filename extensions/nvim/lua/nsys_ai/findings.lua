-- The findings of a profile in the quickfix list; each leads to its document.
local methods = require("nsys_ai.protocol").methods

local M = {}

-- As diagnostics count them: a run that could be faster is not broken.
local types = { high = "W", medium = "W", low = "I", information = "N" }

---@param findings table[]
---@param places lsp.Location[]
---@param info nsys_ai.ProfileInfo
local function show(findings, places, info)
  local items = {}
  for i, finding in ipairs(findings) do
    items[i] = {
      bufnr = vim.fn.bufadd(places[i].uri),
      module = info.fileName,
      lnum = places[i].range.start.line + 1,
      type = types[finding.severity],
      text = ("[%s] %s"):format(finding.severity, (finding.title.text:gsub("%c", " "))),
    }
  end
  vim.fn.setqflist({}, " ", { title = "Findings of " .. info.fileName, items = items })
  if #items == 0 then
    return require("nsys_ai.notify").notify(("nsys-ai: nothing stands out in %s."):format(info.fileName))
  end
  vim.cmd("botright copen")
end

-- Those of the profile of the current buffer, or of the last opened one.
function M.run()
  local profile = require("nsys_ai.profile")
  local params = { view = "overview", params = { part = "findings" } }
  profile.request(methods.view_open, params, "Looking for what stands out", function(opened, info)
    local findings = vim.tbl_filter(function(block)
      return block.kind == "finding"
    end, opened.page.blocks)
    local places = {}
    local function locate()
      local finding = findings[#places + 1]
      if not finding then
        return show(findings, places, info)
      end
      local asked = { profile = info.profile, target = finding.title.target }
      local options = { label = "Looking for the findings" }
      require("nsys_ai.client").request(methods.locate, asked, options, function(problem, place)
        if problem then
          return require("nsys_ai.notify").problem(problem)
        end
        places[#places + 1] = place
        locate()
      end)
    end
    locate()
  end)
end

return M
