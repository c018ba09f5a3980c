-- Buffers that show documents of the server, for example the overview of a profile.
--
-- A profile is never shown as text: its buffer contains the server's document, cannot be changed, and is not
-- written back. The buffer has the name of the profile's file while it loads, and then that of its document
-- (nsys-ai://overview/...), because hover requests use that name.
local methods = require("nsys_ai.protocol").methods

local notify = require("nsys_ai.notify").notify

local M = {}

local api = vim.api

---@class nsys_ai.Document
---@field path? string  The profile's file.
---@field uri? string  The document's name; nil while the profile loads, and when it cannot be opened.
---@field cancel? fun()  Ends the loading that goes on.

---@type table<integer, nsys_ai.Document>
local documents = {}
---@type string?
local last_path

local function file_name(path)
  return vim.fs.basename(path)
end

-- A document about a thing in the profile names it after the `?`, and has one more segment for its tab.
local function path_of(uri)
  local path, item = uri:match("^nsys%-ai://[^/]+(/[^?]*)(.*)$")
  if path and item ~= "" then
    path = vim.fs.dirname(path)
  end
  return path and vim.uri_decode(path)
end

-- Puts untrusted text on one line, whatever bytes it contains.
local function lines_of(text)
  return vim.split((text:gsub("\r\n?", "\n"):gsub("%z", " ")), "\n", { plain = true })
end

---@param buf integer
---@param lines string[]
local function show(buf, lines)
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
local function write(event)
  local target = event.match
  local document = documents[event.buf]
  local own = target == api.nvim_buf_get_name(event.buf) or (document and target == document.path)
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
      callback = write,
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
  local lines = lines_of(problem.message)
  local hint = problem.hint
  if problem.cancelled then
    hint = "R opens it again."
  end
  if hint and hint ~= "" then
    lines[#lines + 1] = ""
    vim.list_extend(lines, lines_of(hint))
  end
  show(buf, lines)
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
    last_path = document.path
    require("nsys_ai.client").attach(buf)
    show(buf, lines_of((result.text:gsub("\n$", ""))))
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
  show(buf, { "Opening " .. path .. " …" })
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

-- The profile for a command: that of this buffer, otherwise the last opened, otherwise the configured one.
---@return string?
function M.path()
  local document = documents[api.nvim_get_current_buf()]
  if document then
    return document.path
  end
  return last_path or require("nsys_ai.source").configured()
end

-- Calls `done` with the ProfileInfo of that profile; reopening an open profile is cheap.
---@param label string
---@param done fun(info: nsys_ai.ProfileInfo)
function M.with_profile(label, done)
  local path = M.path()
  if not path then
    notify("nsys-ai: no profile is open; :NsysAi open FILE opens one.", vim.log.levels.WARN)
    return
  end
  require("nsys_ai.client").request(methods.open_profile, { path = path }, { label = label }, function(problem, info)
    if problem then
      return M.report(problem)
    end
    done(info)
  end)
end

-- Shows the document that describes a target, at its line.
---@param target string
function M.go_to(target)
  M.with_profile("Looking for " .. target, function(info)
    local params = { profile = info.profile, target = target }
    local options = { label = "Looking for " .. target }
    require("nsys_ai.client").request(methods.locate, params, options, function(problem, place)
      if problem then
        return M.report(problem)
      end
      vim.cmd("normal! m'")
      vim.cmd.edit(vim.fn.fnameescape(place.uri))
      local buf = api.nvim_get_current_buf()
      local row = place.range.start.line + 1
      -- A large document arrives after its buffer was created.
      local function put()
        if api.nvim_get_current_buf() ~= buf then
          return
        end
        if row <= api.nvim_buf_line_count(buf) and not (documents[buf] and documents[buf].cancel) then
          api.nvim_win_set_cursor(0, { row, place.range.start.character })
        elseif documents[buf] and documents[buf].cancel then
          vim.defer_fn(put, 20)
        end
      end
      put()
    end)
  end)
end

-- Shows an error and its hint.
---@param problem nsys_ai.Problem
function M.report(problem)
  local text = "nsys-ai: " .. problem.message
  if problem.hint then
    text = text .. "\n" .. problem.hint
  end
  notify(text, problem.cancelled and vim.log.levels.INFO or vim.log.levels.WARN)
end

return M
