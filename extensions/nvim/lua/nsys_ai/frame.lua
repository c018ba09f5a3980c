-- Overview, timeline and tree of the terminal in a buffer: the server draws, this paints and passes keys on.
local api = vim.api

local M = {}

local colours = require("nsys_ai.frame_colours")
local namespace = api.nvim_create_namespace("nsys_ai_frame")

---@class nsys_ai.OpenFrame
---@field buf integer
---@field path string  The profile's file.
---@field view string  That it began with.
---@field at? string  The target that it began at.
---@field began? boolean  Whether a frame was drawn.
---@field handle? string
---@field mode string
---@field waiting nsys_ai.FrameInput[]  What was done since the last request.
---@field busy boolean
---@field asking boolean  Whether a prompt is open.

-- The size of the text of the window that shows a buffer.
---@return integer columns
---@return integer lines
local function size_of(buf)
  local win = vim.fn.bufwinid(buf)
  if win == -1 then
    return 80, 24
  end
  local info = vim.fn.getwininfo(win)[1]
  return info.width - info.textoff, info.height - info.winbar
end

---@param frame nsys_ai.OpenFrame
---@param drawn nsys_ai.FrameResult
local function paint(frame, drawn)
  local buf = frame.buf
  vim.bo[buf].modifiable = true
  api.nvim_buf_set_lines(buf, 0, -1, false, drawn.lines)
  vim.bo[buf].modifiable = false
  api.nvim_buf_clear_namespace(buf, namespace, 0, -1)
  for _, of in ipairs(drawn.highlights) do
    api.nvim_buf_set_extmark(buf, namespace, of.line, of.begin, {
      end_col = of["end"],
      hl_group = colours.group(of.role, of.inverse, of.strong),
    })
  end
  frame.handle = drawn.frame
  frame.mode = drawn.mode
end

local send

-- The editor's own prompt, with its history and all letters.
---@param frame nsys_ai.OpenFrame
---@param line string  What the frame shows: the title, and what was typed before.
local function ask(frame, line)
  frame.asking = true
  vim.ui.input({ prompt = vim.trim(line):match("^/") and "/" or vim.trim(line) .. " " }, function(typed)
    frame.asking = false
    if not typed then
      return send(frame, { { action = "prompt-cancel" } })
    end
    send(frame, { { action = "prompt-clear" }, { action = "type", text = typed }, { action = "prompt-accept" } })
  end)
end

local begin

-- Where the server has gone meanwhile, the view begins again; with `handle` it did so once.
---@param frame nsys_ai.OpenFrame
---@param problem nsys_ai.Problem
local function refused(frame, problem)
  if frame.handle and not problem.cancelled then
    return begin(frame)
  end
  if not frame.began then
    api.nvim_buf_delete(frame.buf, { force = true })
  end
  require("nsys_ai.notify").problem(problem)
end

---@param frame nsys_ai.OpenFrame
---@param problem nsys_ai.Problem?
---@param drawn? nsys_ai.FrameResult
local function answered(frame, problem, drawn)
  frame.busy = false
  if not api.nvim_buf_is_valid(frame.buf) then
    return
  end
  if problem then
    return refused(frame, problem)
  end
  frame.began = true
  if drawn.ended then
    return api.nvim_buf_delete(frame.buf, { force = true })
  end
  paint(frame, drawn)
  if #frame.waiting > 0 then
    return send(frame, {})
  end
  if drawn.mode == "prompt" and not frame.asking then
    return ask(frame, drawn.lines[#drawn.lines])
  end
  if drawn.pending then
    vim.defer_fn(function()
      if not frame.busy and not frame.asking and api.nvim_buf_is_valid(frame.buf) then
        send(frame, {}, true)
      end
    end, 50)
  end
end

---@param frame nsys_ai.OpenFrame
begin = function(frame)
  local client, methods = require("nsys_ai.client"), require("nsys_ai.protocol").methods
  local options = { label = "Opening the " .. frame.view }
  frame.handle, frame.busy = nil, true
  client.request(methods.open_profile, { path = frame.path }, options, function(problem, info)
    if problem then
      return answered(frame, problem)
    end
    local columns, lines = size_of(frame.buf)
    local params = { profile = info.profile, view = frame.view, columns = columns, lines = lines, at = frame.at }
    client.request(methods.frame_open, params, options, function(...)
      answered(frame, ...)
    end)
  end)
end

-- Sends what was done; while a frame is being drawn, it waits for the next one.
---@param frame nsys_ai.OpenFrame
---@param inputs nsys_ai.FrameInput[]
---@param complete? boolean
send = function(frame, inputs, complete)
  vim.list_extend(frame.waiting, inputs)
  if frame.busy then
    return
  end
  if not frame.handle then
    return begin(frame)
  end
  frame.busy = true
  local columns, lines = size_of(frame.buf)
  local params = {
    frame = frame.handle,
    inputs = frame.waiting,
    columns = columns,
    lines = lines,
    complete = complete or false,
  }
  frame.waiting = {}
  local method = require("nsys_ai.protocol").methods.frame_input
  require("nsys_ai.client").request(method, params, { label = "Drawing" }, function(problem, drawn)
    answered(frame, problem, drawn)
  end)
end

local named = {
  ["<BS>"] = "Backspace",
  ["<CR>"] = "Enter",
  ["<Down>"] = "Down",
  ["<End>"] = "End",
  ["<Esc>"] = "Escape",
  ["<F1>"] = "F1",
  ["<Home>"] = "Home",
  ["<Left>"] = "Left",
  ["<PageDown>"] = "PageDown",
  ["<PageUp>"] = "PageUp",
  ["<Right>"] = "Right",
  ["<S-Left>"] = "Shift+Left",
  ["<S-Right>"] = "Shift+Right",
  ["<S-Tab>"] = "Shift+Tab",
  ["<Tab>"] = "Tab",
  ["<Up>"] = "Up",
  ["<C-d>"] = "Ctrl+d",
  ["<C-u>"] = "Ctrl+u",
  ["<lt>"] = "<",
  ["<Bar>"] = "|",
}

-- All keys go to the frame but `:`, which stays the editor's.
---@param frame nsys_ai.OpenFrame
local function map_keys(frame)
  local function map(key, input)
    vim.keymap.set("n", key, function()
      send(frame, { input() })
    end, { buffer = frame.buf, nowait = true, desc = "nsys-ai" })
  end
  for code = 33, 126 do
    local key = string.char(code)
    if not key:match("[:<|]") then
      map(key, function()
        return { key = key }
      end)
    end
  end
  for key, name in pairs(named) do
    map(key, function()
      return { key = name }
    end)
  end
  for key, action in pairs({
    ["<LeftMouse>"] = "click",
    ["<ScrollWheelUp>"] = "wheel-up",
    ["<ScrollWheelDown>"] = "wheel-down",
  }) do
    map(key, function()
      local place = vim.fn.getmousepos()
      return { action = action, line = math.max(0, place.winrow - 1), column = math.max(0, place.wincol - 1) }
    end)
  end
end

---@param title string
---@return nsys_ai.OpenFrame
local function new_frame(title)
  local buf = api.nvim_create_buf(false, true)
  local frame = { buf = buf, mode = "timeline", waiting = {}, busy = true, asking = false }
  vim.bo[buf].bufhidden = "wipe"
  pcall(api.nvim_buf_set_name, buf, ("[nsys-ai] %s %d"):format(title, buf))
  api.nvim_set_current_buf(buf)
  for option, value in pairs({
    number = false,
    relativenumber = false,
    signcolumn = "no",
    foldcolumn = "0",
    wrap = false,
    list = false,
    cursorline = false,
    winbar = "",
  }) do
    api.nvim_set_option_value(option, value, { scope = "local", win = 0 })
  end
  vim.bo[buf].filetype = "nsysai_frame"
  map_keys(frame)
  local group = api.nvim_create_augroup("nsys_ai_frame_" .. buf, {})
  api.nvim_create_autocmd({ "VimResized", "WinResized" }, {
    group = group,
    callback = function()
      send(frame, {})
    end,
  })
  api.nvim_create_autocmd("ColorScheme", { group = group, callback = colours.define })
  api.nvim_create_autocmd("BufWipeout", {
    group = group,
    buffer = buf,
    callback = function()
      api.nvim_del_augroup_by_id(group)
    end,
  })
  return frame
end

-- Opens overview, timeline or tree of the profile of the current buffer, or of the last opened one.
---@param view "overview"|"timeline"|"tree"
---@param at? string  The target to begin at.
function M.open(view, at)
  local path = require("nsys_ai.profile").path()
  require("nsys_ai.profile").with("Opening the " .. view, function()
    colours.define()
    local frame = new_frame(view)
    frame.path, frame.view, frame.at = path, view, at
    begin(frame)
  end)
end

return M
