-- The rounds of `nsys-ai annotate loop`: the document that shows them, and what is done with one.
local notify = require("nsys_ai.notify")

local M = {}

M.words = { "accept", "revert" }

---@param command string  Of the server.
---@param argument table
---@param label string
---@param done fun(result: table)
local function execute(command, argument, label, done)
  local params = { command = command, arguments = { argument } }
  require("nsys_ai.client").request("workspace/executeCommand", params, { label = label }, function(problem, result)
    if problem then
      return notify.problem(problem)
    end
    done(result)
  end)
end

-- Buffers of changed sources are read again; the server leaves files alone that are not saved.
local function act(command, rounds, number, label)
  local round = number and ("%s/round-%s"):format(rounds.folder, number) or rounds.round
  execute(command, { round = round }, label, function(result)
    vim.cmd.checktime()
    require("nsys_ai.document").refresh_uri(rounds.uri)
    notify.notify("nsys-ai: " .. result.text)
  end)
end

-- Shows the rounds of the workspace; `accept` puts the ranges of a round into the sources, `revert` takes all back.
---@param what? string
---@param number? string
function M.run(what, number)
  execute("nsys-ai.annotationRounds", vim.empty_dict(), "Looking for rounds", function(rounds)
    if what == "accept" then
      return act("nsys-ai.acceptRound", rounds, number, "Putting ranges into the sources")
    elseif what == "revert" then
      return act("nsys-ai.takeBackRanges", rounds, number, "Taking ranges back")
    end
    vim.cmd("normal! m'")
    vim.cmd.edit(vim.fn.fnameescape(rounds.uri))
  end)
end

return M
