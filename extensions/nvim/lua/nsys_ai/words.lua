-- Answers in the words of a language model, as the server checks them: agreed to once, written while they come.
local methods = require("nsys_ai.protocol").methods

local tell = require("nsys_ai.tell").tell

local M = {}

local title = "words"

local function request(method, params, options, done)
  require("nsys_ai.client").request(method, params, options, function(problem, result)
    if problem then
      return require("nsys_ai.document").report(problem)
    end
    done(result)
  end)
end

-- Goes to what the word under the cursor names.
local function follow()
  local target = vim.fn.expand("<cWORD>"):match("[%w-]+:[%w:.-]*%w")
  if target then
    require("nsys_ai.document").go_to(target)
  end
end

-- A window for them, as high as a few sentences.
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

-- Calls `agreed` where a person agrees, or has agreed before, to what is sent; says why there is no model.
---@param agreed fun()
local function with_consent(agreed)
  request(methods.model_status, {}, { label = "Looking for a language model" }, function(status)
    if not status.available then
      return tell("nsys-ai: " .. status.reason, vim.log.levels.WARN)
    end
    if status.consent then
      return agreed()
    end
    if vim.fn.confirm(status.sends, "&Agree\n&Not now", 2) == 1 then
      request(methods.model_consent, { given = true }, { label = "Agreeing" }, agreed)
    end
  end)
end

-- Has the model of the settings answer a question; without one, that of the answer in this window, else what is to
-- be said of the whole run.
---@param question? string
---@param teach? boolean whether terms are to be explained to somebody who is new to GPUs
function M.run(question, teach)
  local wanted = question and question ~= "" and question or vim.b.nsys_ai_asked
  local after = question and question ~= "" and vim.b.nsys_ai_after or vim.b.nsys_ai_asked_after
  require("nsys_ai.document").with_profile("Answering in words", function(info)
    with_consent(function()
      write({ profile = info.profile, question = wanted, after = after, teach = teach })
    end)
  end)
end

-- Has it explain what is under the cursor, in a document of the server's or in source.
function M.here()
  local params = vim.lsp.util.make_position_params(0, "utf-16")
  request(methods.target_at, params, { label = "Looking under the cursor" }, function(at)
    if not at or at == vim.NIL then
      return tell("nsys-ai: nothing under the cursor is in the profile.", vim.log.levels.WARN)
    end
    with_consent(function()
      write({ profile = at.profile, target = at.target })
    end)
  end)
end

-- Shows every byte that was sent to language models lately.
function M.sent()
  request(methods.model_sent, {}, { label = "Reading what was sent" }, function(result)
    require("nsys_ai.scratch").show("sent", vim.split(result.text, "\n"))
  end)
end

-- No longer agrees that anything is sent from this workspace.
function M.withdraw()
  request(methods.model_consent, { given = false }, { label = "Withdrawing" }, function()
    tell("nsys-ai: nothing more is sent to a language model before you agree again.")
  end)
end

return M
