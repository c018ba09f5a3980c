-- :NsysAi and its subcommands.
local notify = require("nsys_ai.notify").notify

local M = {}

---@class nsys_ai.Subcommand
---@field name string
---@field args? string
---@field needs? string  The argument that it cannot run without.
---@field doc string
---@field run fun(args: string[])
---@field complete? fun(lead: string, before: string[]): string[]
---@field fits? boolean  Whether every result of `complete` matches, however it is written.

local function open(args)
  local path = args[1] or require("nsys_ai.document").path()
  if not path then
    return notify("nsys-ai: :NsysAi open needs a file.", vim.log.levels.WARN)
  end
  require("nsys_ai").open(path)
end

local function skill(args)
  local params = {}
  for i = 2, #args do
    local key, value = args[i]:match("^([%w_]+)=(.*)$")
    if not key then
      return notify(("nsys-ai: '%s' is not NAME=VALUE."):format(args[i]), vim.log.levels.WARN)
    end
    params[key] = value
  end
  require("nsys_ai").skill(args[1], params)
end

local function others(lead)
  return require("nsys_ai.diff").complete(lead)
end

---@type nsys_ai.Subcommand[]
M.list = {
  {
    name = "activate",
    args = "[FILE]",
    doc = "Measure source files with this one of the open profiles; asks which where none is named.",
    run = function(args)
      require("nsys_ai.active").activate(args[1])
    end,
    complete = function()
      return require("nsys_ai.active").paths()
    end,
  },
  {
    name = "ask",
    args = "[QUESTION]",
    doc = "Ask in words: `longest idle gap on GPU 1`; in the window of the answer, `and on GPU 0?` refers back. "
      .. "<Tab> completes the question.",
    run = function(args)
      require("nsys_ai.ask").run(table.concat(args, " "))
    end,
    complete = function(lead, before)
      return require("nsys_ai.ask_complete").words(lead, before)
    end,
    fits = true,
  },
  {
    name = "cancel",
    doc = "Cancel what is running.",
    run = function()
      require("nsys_ai.server").cancel()
    end,
  },
  {
    name = "diff",
    args = "OTHER",
    doc = "Compare with another capture as the base, or with a baseline of that name.",
    needs = "the base, a file or the name of a baseline",
    run = function(args)
      require("nsys_ai.diff").run(args[1])
    end,
    complete = others,
  },
  {
    name = "goto",
    args = "TARGET",
    doc = "Show the document that describes something in the profile, such as `kernel:12`, at its line.",
    needs = "a target, such as kernel:12",
    run = function(args)
      require("nsys_ai.document").go_to(table.concat(args, " "))
    end,
  },
  {
    name = "info",
    doc = "Facts about the profile.",
    run = function()
      require("nsys_ai.info").show()
    end,
  },
  {
    name = "log",
    doc = "Show what the server logged.",
    run = function()
      vim.cmd.tabedit(vim.fn.fnameescape(vim.lsp.log.get_filename()))
      vim.cmd("normal! G")
    end,
  },
  {
    name = "open",
    args = "[FILE]",
    doc = "Show the overview of a profile.",
    run = open,
    complete = function(lead)
      return vim.fn.getcompletion(lead, "file")
    end,
  },
  {
    name = "perfetto",
    doc = "Open the profile in Perfetto. Over SSH, show the address and the `ssh -L` line.",
    run = function()
      require("nsys_ai").perfetto()
    end,
  },
  {
    name = "restart",
    doc = "Start the server anew and read all documents again.",
    run = function()
      require("nsys_ai.server").restart()
    end,
  },
  {
    name = "sent",
    doc = "Show every byte that was sent to language models lately.",
    run = function()
      require("nsys_ai.words").sent()
    end,
  },
  {
    name = "skill",
    args = "NAME [PARAM=VALUE]...",
    needs = "a name; <Tab> lists them",
    doc = "Ask a skill; `gpu=0,1`, `process=PID`, `iteration=N`, `from=S` and `to=S` narrow the run.",
    run = skill,
    complete = function(_, before)
      return require("nsys_ai.skill").complete(before)
    end,
  },
  {
    name = "stop",
    doc = "Stop the server.",
    run = function()
      require("nsys_ai.server").stop()
    end,
  },
  {
    name = "teach",
    args = "[QUESTION]",
    doc = "The same as `words`, for who is new to GPUs: each term is explained.",
    run = function(args)
      require("nsys_ai.words").run(table.concat(args, " "), true)
    end,
  },
  {
    name = "timeline",
    args = "[TARGET]",
    doc = "Show the timeline in a buffer, by keys; `h` lists them. Begins at a target, such as `kernel:12`.",
    run = function(args)
      require("nsys_ai").timeline(args[1])
    end,
  },
  {
    name = "tree",
    doc = "Show the tree of NVTX ranges in a buffer; `T` goes to the timeline and back.",
    run = function()
      require("nsys_ai").tree()
    end,
  },
  {
    name = "version",
    doc = "Say which server runs.",
    run = function()
      require("nsys_ai.server").version()
    end,
  },
  {
    name = "web",
    args = "[OTHER]",
    doc = "Open the profile in the timeline that nsys-ai draws in a browser; with another, both aligned at a step.",
    run = function(args)
      if args[1] then
        return require("nsys_ai.diff").timelines(args[1])
      end
      require("nsys_ai").web()
    end,
    complete = others,
  },
  {
    name = "withdraw",
    doc = "No longer agree that anything is sent to a language model from this workspace.",
    run = function()
      require("nsys_ai.words").withdraw()
    end,
  },
  {
    name = "words",
    args = "[QUESTION]",
    doc = "Answer in a language model's words, checked; without a question that of this window, or the whole run.",
    run = function(args)
      require("nsys_ai.words").run(table.concat(args, " "))
    end,
  },
}

local function named(name)
  for _, subcommand in ipairs(M.list) do
    if subcommand.name == name then
      return subcommand
    end
  end
end

local function names()
  return vim.tbl_map(function(subcommand)
    return subcommand.name
  end, M.list)
end

-- The part of the help page that describes the subcommands.
---@return string[]
function M.help()
  local lines = {}
  for _, subcommand in ipairs(M.list) do
    local head = ":NsysAi " .. subcommand.name .. (subcommand.args and " " .. subcommand.args or "")
    lines[#lines + 1] = head
    lines[#lines + 1] = "    " .. subcommand.doc
    lines[#lines + 1] = ""
  end
  return lines
end

---@param call { fargs: string[] }
function M.run(call)
  local args = vim.deepcopy(call.fargs)
  local name = table.remove(args, 1) or "open"
  local subcommand = named(name)
  if not subcommand then
    local all = table.concat(names(), ", ")
    return notify(("nsys-ai: there is no '%s'; there are %s."):format(name, all), vim.log.levels.ERROR)
  end
  if subcommand.needs and not args[1] then
    return notify(("nsys-ai: :NsysAi %s needs %s."):format(name, subcommand.needs), vim.log.levels.WARN)
  end
  subcommand.run(args)
end

---@param lead string  The word being written.
---@param line string
---@param position integer
---@return string[]
function M.complete(lead, line, position)
  local words = vim.split(line:sub(1, position), "%s+", { trimempty = lead == "" })
  while #words > 0 and not words[1]:match("NsysAi!?$") do
    table.remove(words, 1)
  end
  table.remove(words, 1)
  if lead ~= "" then
    table.remove(words)
  end
  local found = names()
  if words[1] then
    local subcommand = named(words[1])
    if not subcommand or not subcommand.complete then
      return {}
    end
    found = subcommand.complete(lead, vim.list_slice(words, 2))
    if subcommand.fits then
      return found
    end
  end
  return vim.tbl_filter(function(word)
    return vim.startswith(word, lead)
  end, found)
end

return M
