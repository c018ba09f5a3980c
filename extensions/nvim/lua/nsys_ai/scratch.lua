-- Read-only windows for answers.
local M = {}

-- Replaces the lines of an answer, wherever the cursor is.
---@param buf integer
---@param lines string[]
function M.put(buf, lines)
  if vim.api.nvim_buf_is_valid(buf) then
    vim.bo[buf].modifiable = true
    vim.api.nvim_buf_set_lines(buf, 0, -1, false, lines)
    vim.bo[buf].modifiable = false
  end
end

-- Shows lines in a window below, and replaces an earlier answer of the same title. `q` closes it.
---@param title string
---@param lines string[]
---@return integer buf
function M.show(title, lines)
  local name = "[nsys-ai] " .. title
  local buf
  for _, candidate in ipairs(vim.api.nvim_list_bufs()) do
    if vim.b[candidate].nsys_ai_answer == title then
      buf = candidate
    end
  end
  if not buf then
    buf = vim.api.nvim_create_buf(false, true)
    vim.b[buf].nsys_ai_answer = title
    vim.bo[buf].bufhidden = "wipe"
    pcall(vim.api.nvim_buf_set_name, buf, name)
    vim.keymap.set("n", "q", "<Cmd>close<CR>", { buffer = buf, desc = "Close" })
  end
  M.put(buf, lines)
  local win = vim.fn.bufwinid(buf)
  if win == -1 then
    local height = math.max(3, math.min(#lines + 1, math.floor(vim.o.lines / 2)))
    win = vim.api.nvim_open_win(buf, true, { split = "below", win = 0, height = height })
  else
    vim.api.nvim_set_current_win(win)
  end
  if vim.bo[buf].filetype ~= "nsysai" then
    vim.bo[buf].filetype = "nsysai"
  end
  vim.api.nvim_win_set_cursor(win, { 1, 0 })
  return buf
end

return M
