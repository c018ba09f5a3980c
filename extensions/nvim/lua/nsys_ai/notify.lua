-- Shows messages without a prompt: a message that does not fit on the command line appears in a window beside the
-- cursor, which closes at the next move.
local M = {}

-- Neovim's own functions have no file, or one of its runtime.
local function is_built_in(notify)
  local source = debug.getinfo(notify, "S").source
  return not source:find("/", 1, true) or source:find("vim/_", 1, true) ~= nil
end

---@param text string
---@param level? integer  Of vim.log.levels; INFO when nil.
function M.notify(text, level)
  local fits = not text:find("\n", 1, true) and vim.fn.strdisplaywidth(text) <= vim.v.echospace
  -- A user with a custom vim.notify wants all messages there.
  if fits or not is_built_in(vim.notify) then
    vim.notify(text, level)
    return
  end
  local width = math.max(20, math.min(80, vim.o.columns - 4))
  vim.lsp.util.open_floating_preview(vim.split(text, "\n"), "", {
    border = "rounded",
    wrap = true,
    max_width = width,
    focus_id = "nsys_ai_message",
    close_events = { "CursorMoved", "CursorMovedI", "InsertCharPre", "BufHidden" },
  })
end

-- Shows an error and its hint.
---@param problem nsys_ai.Problem
function M.problem(problem)
  local text = "nsys-ai: " .. problem.message
  if problem.hint then
    text = text .. "\n" .. problem.hint
  end
  M.notify(text, problem.cancelled and vim.log.levels.INFO or vim.log.levels.WARN)
end

return M
