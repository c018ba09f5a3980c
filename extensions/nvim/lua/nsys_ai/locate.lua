-- Goes to the document that describes something.
local methods = require("nsys_ai.protocol").methods

local M = {}

local api = vim.api

-- Shows a document at a line. A large one arrives after its buffer was created.
---@param uri string
---@param row integer  From 1.
---@param column integer  In bytes, from 0.
function M.show(uri, row, column)
  vim.cmd("normal! m'")
  vim.cmd.edit(vim.fn.fnameescape(uri))
  local buf = api.nvim_get_current_buf()
  local function put()
    if api.nvim_get_current_buf() ~= buf then
      return
    end
    local loads = require("nsys_ai.document").is_loading(buf)
    if not loads and row <= api.nvim_buf_line_count(buf) then
      api.nvim_win_set_cursor(0, { row, column })
    elseif loads then
      vim.defer_fn(put, 20)
    end
  end
  put()
end

-- Shows the document that describes a target, at its line.
---@param target string
function M.go_to(target)
  local profile = require("nsys_ai.profile")
  profile.request(methods.locate, { target = target }, "Looking for " .. target, function(place)
    M.show(place.uri, place.range.start.line + 1, place.range.start.character)
  end)
end

return M
