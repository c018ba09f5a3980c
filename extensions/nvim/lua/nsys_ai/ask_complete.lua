-- The server's completions of a question, for the prompt of `:NsysAi ask` and for the command line.
local methods = require("nsys_ai.protocol").methods

local M = {}

-- The time to wait for the server, because completion must be synchronous.
local patience = 1000 -- ms

---@param typed string
---@return nsys_ai.AskCompletions?
local function ask_server(typed)
  local path = require("nsys_ai.profile").path()
  if not path then
    return nil
  end
  local client = require("nsys_ai.client")
  local options = { label = "Completing the question" }
  local found, ended, cancel
  local function end_with(problem, result)
    ended = true
    found = not problem and result or nil
  end
  cancel = client.request(methods.open_profile, { path = path }, options, function(problem, info)
    if problem then
      return end_with(problem)
    end
    cancel = client.request(methods.ask_complete, { profile = info.profile, question = typed }, options, end_with)
  end)
  vim.wait(patience, function()
    return ended
  end, 5)
  if not ended then
    cancel()
  end
  return found
end

-- Replacements for the last `lead` of the typed text.
---@param typed string  Up to the cursor.
---@param lead string
---@return string[]
function M.of(typed, lead)
  local found = ask_server(typed)
  if not found then
    return {}
  end
  local from = vim.fn.byteidx(typed, found.from, true)
  local kept = typed:sub(1, #typed - #lead)
  local list = {}
  for _, item in ipairs(found.items) do
    local whole = typed:sub(1, from) .. item.text
    -- Skips completions that change an earlier word, which the command line cannot insert.
    if whole:sub(1, #kept):lower() == kept:lower() then
      list[#list + 1] = whole:sub(#kept + 1)
    end
  end
  return list
end

-- For the command line, which splits the question into words.
---@param lead string
---@param before string[]
---@return string[]
function M.words(lead, before)
  local typed = table.concat(vim.list_extend(vim.deepcopy(before), { lead }), " ")
  return M.of(typed, lead)
end

-- For `completion` of an input line.
---@param lead string
---@param line string
---@param position integer
---@return string[]
function M.line(lead, line, position)
  return M.of(line:sub(1, position), lead)
end

return M
