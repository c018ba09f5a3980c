-- Answers in words of a language model, checked by the server: asks for consent once, and shows pieces as they
-- arrive.
local methods = require("nsys_ai.protocol").methods

local notify = require("nsys_ai.notify").notify

local M = {}

local title = "words"

local function request(method, params, options, done)
  require("nsys_ai.client").request(method, params, options, function(problem, result)
    if problem then
      return require("nsys_ai.notify").problem(problem)
    end
    done(result)
  end)
end

-- Jumps to the target of the word under the cursor.
local function follow()
  local target = vim.fn.expand("<cWORD>"):match("[%w-]+:[%w:.-]*%w")
  if target then
    require("nsys_ai.locate").go_to(target)
  end
end

-- A window for the words, as high as a few sentences.
---@return integer buf
local function open()
  local waiting = { "…", "", "", "", "", "", "", "" }
  local buf = require("nsys_ai.scratch").show(title, waiting)
  vim.api.nvim_set_option_value("wrap", true, { win = 0 })
  vim.api.nvim_set_option_value("linebreak", true, { win = 0 })
  for _, key in ipairs({ "gd", "<CR>" }) do
    vim.keymap.set("n", key, follow, { buffer = buf, desc = "Open the document of what is under the cursor" })
  end
  return buf
end

---@param asked table
local function write(asked)
  local scratch = require("nsys_ai.scratch")
  local buf = open()
  local written = ""
  local options = {
    label = "Answering in words",
    on_part = function(piece)
      if piece.kind == "words" then
        written = (piece.restart and "" or written) .. piece.text
        scratch.put(buf, vim.split(written, "\n"))
      end
    end,
  }
  require("nsys_ai.client").request(methods.answer_in_words, asked, options, function(problem, words)
    if problem then
      scratch.put(buf, { problem.message, problem.hint })
    elseif words.outcome ~= "words" then
      scratch.put(buf, { words.reason })
    else
      scratch.put(buf, vim.split(words.text .. "\n\n" .. words.below, "\n"))
    end
  end)
end

-- Calls `agreed` if a person agrees, or agreed before, to what is sent; otherwise shows why there is no model.
---@param agreed fun()
local function with_consent(agreed)
  request(methods.model_status, {}, { label = "Looking for a language model" }, function(status)
    if not status.available then
      return notify("nsys-ai: " .. status.reason, vim.log.levels.WARN)
    end
    if status.consent then
      return agreed()
    end
    if vim.fn.confirm(status.sends, "&Agree\n&Not now", 2) == 1 then
      request(methods.model_consent, { given = true }, { label = "Agreeing" }, agreed)
    end
  end)
end

-- Lets the configured model answer a question; without one, the question of the answer in this window, or else
-- describe the entire run.
---@param question? string
---@param teach? boolean whether terms are to be explained to somebody who is new to GPUs
function M.run(question, teach)
  local wanted = question and question ~= "" and question or vim.b.nsys_ai_asked
  local after = question and question ~= "" and vim.b.nsys_ai_after or vim.b.nsys_ai_asked_after
  require("nsys_ai.profile").with("Answering in words", function(info)
    with_consent(function()
      write({ profile = info.profile, question = wanted, after = after, teach = teach })
    end)
  end)
end

-- Lets it explain the target under the cursor, in a document of the server or in a source file.
function M.here()
  local params = vim.lsp.util.make_position_params(0, "utf-16")
  request(methods.target_at, params, { label = "Looking under the cursor" }, function(at)
    if not at or at == vim.NIL then
      return notify("nsys-ai: nothing under the cursor is in the profile.", vim.log.levels.WARN)
    end
    with_consent(function()
      write({ profile = at.profile, target = at.target })
    end)
  end)
end

-- Shows every byte recently sent to language models.
function M.sent()
  request(methods.model_sent, {}, { label = "Reading what was sent" }, function(result)
    require("nsys_ai.scratch").show("sent", vim.split(result.text, "\n"))
  end)
end

-- Withdraws the consent for this workspace.
function M.withdraw()
  request(methods.model_consent, { given = false }, { label = "Withdrawing" }, function()
    notify("nsys-ai: nothing more is sent to a language model before you agree again.")
  end)
end

return M
