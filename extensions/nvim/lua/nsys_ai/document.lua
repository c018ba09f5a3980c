-- Buffers that show documents of the server, for example the overview of a profile.
--
-- A profile is never shown as text: its buffer contains the server's document, cannot be changed, and is not
-- written back. The buffer has the name of the profile's file while it loads, and then that of its document
-- (nsys-ai://overview/...), because hover requests use that name.
local methods = require("nsys_ai.protocol").methods

local notify = require("nsys_ai.notify").notify
local text = require("nsys_ai.document_text")

local M = {}

local api = vim.api

---@class nsys_ai.Document
---@field path? string  The profile's file.
---@field uri? string  The document's name; nil while the profile loads, and when it cannot be opened.
---@field cancel? fun()  Ends the loading that goes on.

---@type table<integer, nsys_ai.Document>
local documents = {}

local file_name = vim.fs.basename

-- A document about a thing in the profile names it after the `?`, and has one more segment for its tab.
local function path_of(uri)
  local path, item = uri:match("^nsys%-ai://[^/]+(/[^?]*)(.*)$")
  if path and item ~= "" then
    path = vim.fs.dirname(path)
  end
  return path and vim.uri_decode(path)
end

-- Sets up a buffer before it contains text: no swap file beside the profile, no writing.
---@param buf integer
---@param path string?
---@return nsys_ai.Document
local function prepare(buf, path)
  local document = documents[buf]
  if document then
    if document.cancel then
      document.cancel()
    end
  else
    document = {}
    documents[buf] = document
    local group = api.nvim_create_augroup("nsys_ai_document_" .. buf, {})
    api.nvim_create_autocmd({ "BufWriteCmd", "FileWriteCmd", "FileAppendCmd" }, {
      group = group,
      buffer = buf,
      callback = function(event)
        text.write(event, documents[event.buf] and documents[event.buf].path)
      end,
    })
    api.nvim_create_autocmd("BufWipeout", {
      group = group,
      buffer = buf,
      callback = function()
        local gone = documents[buf]
        documents[buf] = nil
        if gone and gone.cancel then
          gone.cancel()
        end
        pcall(api.nvim_del_augroup_by_id, group)
      end,
    })
  end
  document.path = path or document.path
  vim.bo[buf].modifiable = true
  vim.bo[buf].swapfile = false
  vim.bo[buf].undofile = false
  vim.bo[buf].buftype = "acwrite"
  vim.bo[buf].modeline = false
  vim.bo[buf].undolevels = -1
  vim.bo[buf].fileformat = "unix"
  if vim.bo[buf].filetype ~= "nsysai" then
    vim.bo[buf].filetype = "nsysai"
  end
  vim.bo[buf].modifiable = false
  return document
end

---@param buf integer
---@param problem nsys_ai.Problem
local function fail(buf, problem)
  local lines = text.lines_of(problem.message)
  local hint = problem.hint
  if problem.cancelled then
    hint = "R opens it again."
  end
  if hint and hint ~= "" then
    lines[#lines + 1] = ""
    vim.list_extend(lines, text.lines_of(hint))
  end
  text.show(buf, lines)
  if not problem.cancelled then
    notify("nsys-ai: " .. problem.message, vim.log.levels.WARN)
  end
end

---@param name string
---@return integer?
local function buffer_named(name)
  for _, buf in ipairs(api.nvim_list_bufs()) do
    if api.nvim_buf_get_name(buf) == name then
      return buf
    end
  end
end

-- Renames a buffer to its document. If another buffer has that name, that buffer replaces this one.
---@param buf integer
---@param uri string
---@return integer buf  The buffer to fill.
local function adopt(buf, uri)
  local other = buffer_named(uri)
  if other and other ~= buf then
    for _, win in ipairs(vim.fn.win_findbuf(buf)) do
      api.nvim_win_set_buf(win, other)
    end
    prepare(other, documents[buf].path)
    documents[other].uri = uri
    vim.bo[other].buflisted = true
    api.nvim_buf_delete(buf, { force = true })
    return other
  end
  local file = api.nvim_buf_get_name(buf)
  documents[buf].uri = uri
  api.nvim_buf_call(buf, function()
    vim.cmd({ cmd = "file", args = { vim.fn.fnameescape(uri) }, mods = { keepalt = true, silent = true } })
  end)
  -- :file creates a buffer with the old name.
  local left = buffer_named(file)
  if left and left ~= buf and not api.nvim_buf_is_loaded(left) then
    api.nvim_buf_delete(left, { force = true })
  end
  return buf
end

-- Sends a request for a buffer: shows progress above the text, lets Ctrl-C cancel it, and shows errors.
---@param buf integer
---@param method string
---@param params table
---@param options { label: string, progress?: boolean }
---@param done fun(result: any)
local function ask(buf, method, params, options, done)
  local winbar = require("nsys_ai.winbar")
  winbar.set(buf, options.label .. " …")
  vim.keymap.set("n", "<C-c>", function()
    M.cancel(buf)
  end, { buffer = buf, desc = "Cancel: " .. options.label })
  local finished = false
  local cancel = require("nsys_ai.client").request(method, params, {
    label = options.label,
    on_progress = options.progress and function(value)
      winbar.set(buf, require("nsys_ai.progress").line(value))
    end,
  }, function(problem, result)
    finished = true
    winbar.set(buf, nil)
    if not documents[buf] or not api.nvim_buf_is_valid(buf) then
      return
    end
    documents[buf].cancel = nil
    pcall(vim.keymap.del, "n", "<C-c>", { buffer = buf })
    if problem then
      return fail(buf, problem)
    end
    done(result)
  end)
  if not finished then
    documents[buf].cancel = cancel
  end
end

-- Fills a buffer that has the name of its document.
---@param buf integer
local function fill(buf)
  local document = documents[buf]
  local label = "Reading " .. file_name(document.path)
  ask(buf, methods.document, { uri = document.uri }, { label = label }, function(result)
    require("nsys_ai.profile").shown(document.path)
    require("nsys_ai.client").attach(buf)
    text.show(buf, text.lines_of((result.text:gsub("\n$", ""))))
    require("nsys_ai.source").attach_all()
  end)
end

-- Opens a buffer's profile and shows its document.
---@param buf integer
local function load(buf)
  local document = documents[buf]
  local label = "Opening " .. file_name(document.path)
  ask(buf, methods.open_profile, { path = document.path }, { label = label, progress = true }, function(info)
    if document.uri then
      return fill(buf)
    end
    local params = { profile = info.profile, view = "overview" }
    ask(buf, methods.view_open, params, { label = label }, function(view)
      fill(adopt(buf, view.uri))
    end)
  end)
end

-- BufReadCmd of a profile's file.
---@param buf integer
---@param path string
function M.read_file(buf, path)
  if path:match("^%a[%w+.-]*://") then
    return
  end
  prepare(buf, path).uri = nil
  text.show(buf, { "Opening " .. path .. " …" })
  load(buf)
end

-- BufReadCmd of nsys-ai://*. Waits briefly for the text, so that a jump into the document finds its line.
---@param buf integer
---@param uri string
function M.read_uri(buf, uri)
  prepare(buf, path_of(uri) or uri).uri = uri
  load(buf)
  vim.wait(500, function()
    return not (documents[buf] and documents[buf].cancel)
  end, 5)
end

---@param buf integer
local function reload(buf)
  if documents[buf].cancel then
    documents[buf].cancel()
  end
  load(buf)
end

-- Reloads a document's profile and all documents about it.
---@param buf integer
function M.refresh(buf)
  local path = documents[buf] and documents[buf].path
  for other, document in pairs(documents) do
    if document.path == path and api.nvim_buf_is_loaded(other) then
      reload(other)
    end
  end
end

-- Reloads the document of an address after the server reported that its text changed.
---@param uri string
function M.refresh_uri(uri)
  for buf, document in pairs(documents) do
    if document.uri == uri and api.nvim_buf_is_loaded(buf) then
      M.refresh(buf)
    end
  end
end

-- Reloads all documents after the server was restarted.
function M.refresh_all()
  for buf in pairs(documents) do
    if api.nvim_buf_is_loaded(buf) then
      reload(buf)
    end
  end
end

---@param buf integer
function M.cancel(buf)
  local document = documents[buf]
  if document and document.cancel then
    document.cancel()
  end
end

-- The document's title in the line above a buffer.
---@param buf integer
---@return string? title
---@return boolean? ready  Whether there is a document in it.
function M.title(buf)
  local document = documents[buf]
  if document then
    local about = document.uri and document.uri:match("/([^/?]*)%?")
    local file = file_name(document.path)
    return about and about .. " · " .. file or file, document.uri ~= nil
  end
end

-- The profile whose document a buffer shows.
---@param buf integer
---@return string?
function M.path_of_buffer(buf)
  return documents[buf] and documents[buf].path
end

-- Whether the text of a buffer is still to come.
---@param buf integer
function M.is_loading(buf)
  return documents[buf] ~= nil and documents[buf].cancel ~= nil
end

return M
