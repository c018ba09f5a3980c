-- Leaves *.sqlite files that are no exports of Nsight to Neovim, as if this plugin were not there.
local M = {}

-- Names of tables that every export has.
local tables = { "StringIds", "META_DATA_", "TARGET_INFO_", "CUPTI_ACTIVITY_KIND_", "NVTX_EVENTS", "ANALYSIS_DETAILS" }
local enough = 2
local magic = "SQLite format 3\0"

-- Files that were asked for by :NsysAi open, whatever is in them.
---@type table<string, true>
local wanted = {}

-- From now on the file is opened as a profile; the server says what is wrong with it.
---@param path string
function M.want(path)
  wanted[vim.fn.fnamemodify(path, ":p")] = true
end

---@param text string
---@param at integer  Of the first byte, from 0.
---@param size integer
local function number_at(text, at, size)
  local value = 0
  for i = at + 1, at + size do
    value = value * 256 + (text:byte(i) or 0)
  end
  return value
end

-- The pages of the schema's tree, which begins on the first page of the file, as one text.
---@param file file*
---@param page_size integer
---@param most integer  Of pages that are read.
---@return string
local function schema_of(file, page_size, most)
  local waiting, texts = { 1 }, {}
  while #waiting > 0 and #texts < most do
    local page = table.remove(waiting)
    file:seek("set", (page - 1) * page_size)
    local text = file:read(page_size) or ""
    texts[#texts + 1] = text
    local header = page == 1 and 100 or 0
    local is_interior = text:byte(header + 1) == 5
    for cell = 1, is_interior and number_at(text, header + 3, 2) or 0 do
      waiting[#waiting + 1] = number_at(text, number_at(text, header + 10 + 2 * cell, 2), 4)
    end
    if is_interior then
      waiting[#waiting + 1] = number_at(text, header + 8, 4)
    end
  end
  return table.concat(texts)
end

---@param file file*
---@return boolean
local function is_export(file)
  local head = file:read(100) or ""
  if head:sub(1, #magic) ~= magic then
    return false
  end
  local page_size = number_at(head, 16, 2)
  local schema = schema_of(file, page_size == 1 and 65536 or page_size, 200)
  local found = 0
  for _, name in ipairs(tables) do
    found = found + (schema:find(name, 1, true) and 1 or 0)
  end
  return found >= enough
end

-- What cannot be read is left to the server, which reports the reason; so is a database whose schema may still be in
-- its log.
---@param path string
---@return boolean
function M.is_other(path)
  if not path:match("%.sqlite$") or wanted[path] or (vim.fn.getfsize(path .. "-wal") > 0) then
    return false
  end
  local file = vim.fn.isdirectory(path) == 0 and io.open(path, "rb")
  if not file then
    return false
  end
  local export = is_export(file)
  file:close()
  return not export
end

-- Whether another plugin opens such files: its autocommand runs beside ours.
local function other_takes_it()
  for _, autocmd in ipairs(vim.api.nvim_get_autocmds({ event = "BufReadCmd", pattern = "*.sqlite" })) do
    if autocmd.group_name ~= "nsys_ai_files" then
      return true
    end
  end
  return false
end

-- Reads the file of a BufReadCmd the ordinary way, with all that belongs to it.
function M.edit()
  if other_takes_it() then
    return
  end
  local ignored = vim.o.eventignore
  vim.opt.eventignore:append("BufReadCmd")
  local ok, problem = pcall(vim.cmd, "edit" .. (vim.v.cmdbang == 1 and "! " or " ") .. vim.v.cmdarg)
  vim.o.eventignore = ignored
  if not ok then
    error(problem, 0)
  end
end

return M
