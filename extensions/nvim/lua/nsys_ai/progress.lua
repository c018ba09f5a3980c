-- Passes the server's $/progress notifications to the functions that registered for them.
local M = {}

---@type table<string, fun(value: table)>
local listeners = {}
local listening = false

---@param token string
---@param callback fun(value: table)
function M.listen(token, callback)
  listeners[token] = callback
  if listening then
    return
  end
  listening = true
  vim.api.nvim_create_autocmd("LspProgress", {
    group = vim.api.nvim_create_augroup("nsys_ai_progress", {}),
    callback = function(event)
      local params = event.data and event.data.params
      local listener = params and listeners[params.token]
      if listener and type(params.value) == "table" then
        listener(params.value)
      end
    end,
  })
end

---@param token string
function M.forget(token)
  listeners[token] = nil
end

-- Formats a value of $/progress: "Loading run.sqlite: kernels 42 %".
---@param value table
---@return string
function M.line(value)
  local parts = {}
  if value.title and value.title ~= "" then
    parts[#parts + 1] = value.message and value.message ~= "" and value.title .. ":" or value.title
  end
  if value.message and value.message ~= "" then
    parts[#parts + 1] = value.message
  end
  if type(value.percentage) == "number" then
    parts[#parts + 1] = ("%d %%"):format(value.percentage)
  end
  return table.concat(parts, " ")
end

return M
