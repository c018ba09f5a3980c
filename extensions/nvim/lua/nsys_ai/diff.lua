-- Compares the profile of the buffer with another capture, the base, or with a baseline of the workspace.
local methods = require("nsys_ai.protocol").methods

local M = {}

-- A file by its whole path; another word is the name of a baseline.
---@param other string
---@return string
local function named(other)
  local path = vim.fs.normalize(vim.fn.fnamemodify(other, ":p"))
  return vim.uv.fs_stat(path) and path or other
end

-- Shows the comparison as a document, in which hover explains events of both sides.
---@param other string
function M.run(other)
  local asked = { view = "compare", params = { against = named(other) } }
  require("nsys_ai.profile").request(methods.view_open, asked, "Comparing with " .. other, function(opened)
    vim.cmd("normal! m'")
    vim.cmd.edit(vim.fn.fnameescape(opened.uri))
  end)
end

-- Opens both timelines, aligned at a step, in the user's browser.
---@param other string
function M.timelines(other)
  local asked = { against = named(other) }
  require("nsys_ai.profile").request(methods.open_timeline, asked, "Opening both timelines", function(link, info)
    require("nsys_ai.browser_page").open(link, info.fileName, "both timelines")
  end)
end

-- Other open profiles, and files.
---@param lead string
---@return string[]
function M.complete(lead)
  local found = vim.fn.getcompletion(lead, "file")
  return vim.list_extend(
    vim.tbl_filter(function(path)
      return vim.startswith(path, lead)
    end, require("nsys_ai.active").paths()),
    found
  )
end

return M
