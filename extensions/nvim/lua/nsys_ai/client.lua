-- The one connection to the server, shared by all buffers: start, ask, cancel, stop.
--
-- Neovim 0.10 calls a client's functions with a dot, later versions with a colon; only this file knows.
local notify = require("nsys_ai.notify").notify

local M = {}

local name = require("nsys_ai.client_config").name
local methods = vim.fn.has("nvim-0.11") == 1

---@class nsys_ai.Problem
---@field message string
---@field hint? string
---@field cancelled? boolean

---@class nsys_ai.Running
---@field label string
---@field cancel fun()
---@field finish fun(problem: nsys_ai.Problem?, result: any)
---@field said? string  Its progress in words.

local id ---@type integer?
local stopping = false
local tokens = 0
---@type table<integer, nsys_ai.Running>
local running = {}
local last_ticket = 0

-- The client, if the server runs.
---@return vim.lsp.Client?
function M.current()
  local client = id and vim.lsp.get_client_by_id(id)
  return client or vim.lsp.get_clients({ name = name })[1]
end

local function call(client, method, ...)
  if methods then
    return client[method](client, ...)
  end
  return client[method](...)
end

---@return vim.lsp.Client? client
---@return string? problem
local function start()
  local client = M.current()
  if client then
    return client
  end
  local _, problem = require("nsys_ai.program").find()
  if methods then
    local config = vim.deepcopy(vim.lsp.config[name])
    if problem and type(config.cmd) == "function" then
      return nil, problem
    end
    id = vim.lsp.start(config, { attach = false })
  elseif problem then
    return nil, problem
  else
    id = vim.lsp.start_client(require("nsys_ai.client_config").get())
  end
  stopping = false
  client = M.current()
  if not client then
    return nil, "The nsys-ai server did not start; :NsysAi log says more."
  end
  return client
end

-- Calls `done` with the client once the server is initialized.
---@param done fun(problem: nsys_ai.Problem?, client: vim.lsp.Client?)
function M.ready(done)
  local client, problem = start()
  if not client then
    return done({ message = problem, hint = ":checkhealth nsys_ai looks for the cause." })
  end
  local function wait()
    if client.initialized then
      require("nsys_ai.protocol_version").compare(client)
      return done(nil, client)
    end
    if vim.lsp.get_client_by_id(client.id) ~= client then
      return done({
        message = "The nsys-ai server ended while it was starting.",
        hint = ":NsysAi log shows what it said; :checkhealth nsys_ai looks for the cause.",
      })
    end
    vim.defer_fn(wait, 10)
  end
  wait()
end

---@param err lsp.ResponseError?
---@return nsys_ai.Problem?
local function problem_of(err)
  if not err then
    return nil
  end
  local data = type(err.data) == "table" and err.data or {}
  return { message = err.message or "The server refused.", hint = data.hint, cancelled = err.code == -32800 }
end

---@class nsys_ai.Request
---@field label string  The title of the request, for :NsysAi cancel.
---@field on_progress? fun(value: table)  Called with the values of $/progress.
---@field on_part? fun(value: table)  Called with the parts of the result that come before it.

-- Sends a request; calls `done` exactly once. Returns a function that cancels the request.
---@param method string
---@param params table
---@param options nsys_ai.Request
---@param done fun(problem: nsys_ai.Problem?, result: any)
---@return fun() cancel
function M.request(method, params, options, done)
  last_ticket = last_ticket + 1
  local ticket = last_ticket
  local sent ---@type fun()?
  local listening = {} ---@type string[]

  local function finish(problem, result)
    if not running[ticket] then
      return
    end
    running[ticket] = nil
    for _, token in ipairs(listening) do
      require("nsys_ai.progress").forget(token)
    end
    done(problem, result)
  end

  -- Neovim drops the server's reply to a cancelled request, so this function completes it.
  local function cancel()
    if running[ticket] then
      if sent then
        sent()
      end
      finish({ message = options.label .. " was cancelled.", cancelled = true })
    end
  end
  running[ticket] = { label = options.label, cancel = cancel, finish = finish }

  M.ready(function(problem, client)
    if problem or not running[ticket] then
      return finish(problem)
    end
    local on_progress = options.on_progress
      and function(value)
        local request = running[ticket]
        if request then
          request.said = require("nsys_ai.progress").line(value)
        end
        options.on_progress(value)
      end
    for member, callback in pairs({ workDoneToken = on_progress, partialResultToken = options.on_part }) do
      tokens = tokens + 1
      local token = ("nsys_ai.nvim/%d"):format(tokens)
      listening[#listening + 1] = token
      params = vim.tbl_extend("force", params, { [member] = token })
      require("nsys_ai.progress").listen(token, callback)
    end
    if next(params) == nil then
      params = vim.empty_dict()
    end
    local ok, request = call(client, "request", method, params, function(err, result)
      finish(problem_of(err), result)
    end, 0)
    if not ok then
      return finish({ message = "The nsys-ai server has gone.", hint = ":NsysAi restart starts it again." })
    end
    sent = function()
      call(client, "cancel_request", request)
    end
  end)
  return cancel
end

-- What is running, in words: the latest request, with its progress where it has some.
---@return string?
function M.busy()
  local latest = 0
  for ticket in pairs(running) do
    latest = math.max(latest, ticket)
  end
  return running[latest] and (running[latest].said or running[latest].label)
end

-- Cancels all running requests. Returns their titles.
---@return string[]
function M.cancel_all()
  local labels = {}
  local tickets = vim.tbl_keys(running)
  table.sort(tickets)
  for _, ticket in ipairs(tickets) do
    local request = running[ticket]
    if request then
      labels[#labels + 1] = request.label
      request.cancel()
    end
  end
  return labels
end

-- Enables the standard methods, hover first, in a buffer. The server must be ready.
---@param buf integer
function M.attach(buf)
  local client = M.current()
  if not client or not vim.api.nvim_buf_is_loaded(buf) or client.attached_buffers[buf] then
    return
  end
  vim.lsp.buf_attach_client(buf, client.id)
  -- Neovim does not detach a buffer that changed while no server ran, and then fails when the server ends.
  vim.api.nvim_create_autocmd("BufUnload", {
    buffer = buf,
    once = true,
    callback = function()
      if client.attached_buffers[buf] then
        vim.lsp.buf_detach_client(buf, client.id)
      end
    end,
  })
end

---@param code integer
---@param signal integer
---@param client_id integer
function M.exited(code, signal, client_id)
  if id == client_id then
    id = nil
  end
  if vim.v.exiting ~= vim.NIL then
    return
  end
  for _, request in ipairs(vim.tbl_values(running)) do
    request.finish({ message = "The nsys-ai server ended.", hint = ":NsysAi restart starts it again." })
  end
  if not stopping and (code ~= 0 or signal ~= 0) then
    local how = signal ~= 0 and ("signal %d"):format(signal) or ("exit code %d"):format(code)
    notify(
      ("nsys-ai: the server ended with %s. :NsysAi restart starts it again, :NsysAi log shows what it said."):format(
        how
      ),
      vim.log.levels.ERROR
    )
  end
  stopping = false
end

-- Asks the server to stop, and kills it after a second.
---@param done? fun()
function M.stop(done)
  local client = M.current()
  if not client then
    return done and done()
  end
  stopping = true
  M.cancel_all()
  call(client, "stop")
  local waited = 0
  local function wait()
    if not vim.lsp.get_client_by_id(client.id) then
      id = nil
      return done and done()
    end
    waited = waited + 1
    if waited == 100 then
      call(client, "stop", true)
    end
    vim.defer_fn(wait, 10)
  end
  wait()
end

return M
