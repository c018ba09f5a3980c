-- Opens the document with the server's answer to a question in words.
local methods = require("nsys_ai.protocol").methods

local M = {}

-- The `after` of the form at the end of an answer, which the next question refers back to.
---@param page { blocks: table[] }
---@return string?
local function after_of(page)
  local form = page.blocks[#page.blocks]
  return form and form.to and form.to.params.after
end

-- Shows the document in the window of the previous answer, otherwise in a window below.
---@param uri string
---@param asked { question: string, after: string? }
---@param after string?
local function show(uri, asked, after)
  local name = vim.fn.fnameescape(uri)
  if vim.b.nsys_ai_asked then
    vim.cmd.edit(name)
  else
    vim.cmd.split(name)
  end
  vim.b.nsys_ai_asked = asked.question
  vim.b.nsys_ai_asked_after = asked.after
  vim.b.nsys_ai_after = after
end

-- Asks about the current profile; in the window of an answer, the question may refer back to it.
---@param question string
function M.ask(question)
  local label = "Asking: " .. question
  local params = { question = question, after = vim.b.nsys_ai_after }
  require("nsys_ai.profile").request(methods.view_open, { view = "ask", params = params }, label, function(opened)
    show(opened.uri, params, after_of(opened.page))
  end)
end

-- Prompts for a question if none is given.
---@param question? string
function M.run(question)
  if question and question ~= "" then
    return M.ask(question)
  end
  local prompt = vim.b.nsys_ai_after and ("Ask, after `%s`: "):format(vim.b.nsys_ai_after) or "Ask: "
  local completion = "customlist,v:lua.require'nsys_ai.ask_complete'.line"
  vim.ui.input({ prompt = prompt, completion = completion }, function(typed)
    if typed and typed:match("%S") then
      M.ask(typed)
    end
  end)
end

return M
