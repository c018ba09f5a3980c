-- The text of a buffer that shows a document: put there as a whole, and written to other files only.
local notify = require("nsys_ai.notify").notify

local M = {}

local api = vim.api

-- Puts untrusted text on one line, whatever bytes it contains.
---@param text string
---@return string[]
function M.lines_of(text)
  return vim.split((text:gsub("\r\n?", "\n"):gsub("%z", " ")), "\n", { plain = true })
end

-- Replaces the text where it differs; each window stays where it is.
---@param buf integer
---@param lines string[]
function M.show(buf, lines)
  if vim.deep_equal(api.nvim_buf_get_lines(buf, 0, -1, false), lines) then
    return
  end
  local views = {}
  for _, win in ipairs(vim.fn.win_findbuf(buf)) do
    views[win] = api.nvim_win_call(win, vim.fn.winsaveview)
  end
  vim.bo[buf].modifiable = true
  api.nvim_buf_set_lines(buf, 0, -1, false, lines)
  vim.bo[buf].modifiable = false
  vim.bo[buf].modified = false
  for win, view in pairs(views) do
    api.nvim_win_call(win, function()
      vim.fn.winrestview(view)
    end)
  end
end

-- Refuses to overwrite a profile; writes the text to other files.
---@param event { buf: integer, match: string, event: string }
---@param own_file? string  The profile that the buffer shows.
function M.write(event, own_file)
  local target = event.match
  local own = target == api.nvim_buf_get_name(event.buf) or target == own_file
  if
    own
    or target:match("^nsys%-ai://")
    or target:match("%.sqlite$")
    or target:match("%.nsys%-rep$")
    or target:match("%.qdrep$")
  then
    notify("nsys-ai: a profile is never written; :write FILE.txt keeps this text.", vim.log.levels.ERROR)
    return
  end
  local first, last = 1, -1
  if event.event == "FileWriteCmd" then
    first, last = vim.fn.line("'["), vim.fn.line("']")
  end
  local lines = api.nvim_buf_get_lines(event.buf, first - 1, last, false)
  local failed = vim.fn.writefile(lines, target, event.event == "FileAppendCmd" and "a" or "") ~= 0
  if not failed then
    notify(('"%s" %d lines written'):format(vim.fn.fnamemodify(target, ":~:."), #lines))
  end
end

return M
