-- The subcommands of :NsysAi, by name: what runs, completion and help are made of this list.
local notify = require("nsys_ai.notify").notify

---@class nsys_ai.Subcommand
---@field name string
---@field args? string
---@field needs? string  The argument that it cannot run without.
---@field doc string
---@field run fun(args: string[])
---@field complete? fun(lead: string, before: string[]): string[]
---@field fits? boolean  Whether every result of `complete` matches, however it is written.

local function open(args)
  local path = args[1] or require("nsys_ai.profile").path()
  if not path then
    return notify("nsys-ai: :NsysAi open needs a file.", vim.log.levels.WARN)
  end
  require("nsys_ai").open(path)
end

local function skill(args)
  local params = {}
  if not args[1] then
    return require("nsys_ai.pick_of_profile").skills()
  end
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

local function pick(args)
  local of = require("nsys_ai.pick_of_profile").kinds[args[1]]
  if not of then
    return notify("nsys-ai: :NsysAi pick needs kernels, ranges or skills.", vim.log.levels.WARN)
  end
  of()
end

---@type nsys_ai.Subcommand[]
local list = {
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
    name = "annotate",
    args = "[accept|revert [ROUND]]",
    doc = "Show the rounds of `nsys-ai annotate loop` in this folder; `accept` puts the ranges of the last one, or of "
      .. "that number, into the sources, `revert` takes all of them back.",
    run = function(args)
      require("nsys_ai.annotate").run(args[1], args[2])
    end,
    complete = function()
      return require("nsys_ai.annotate").words
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
    name = "bookmark",
    args = "[NAME [TARGET]]",
    doc = "Keep what is under the cursor, or a target such as `kernel:12`, under a name; without a name list what is "
      .. "kept. On the timeline, `B` keeps the place of its cursor.",
    run = function(args)
      require("nsys_ai.bookmark").run(args[1], args[2])
    end,
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
    name = "explain",
    args = "[TARGET]",
    doc = "Explain what is under the cursor, or a target such as `kernel:12`.",
    run = function(args)
      require("nsys_ai.explain").run(args[1])
    end,
  },
  {
    name = "findings",
    doc = "List what stands out in the quickfix window; each finding leads to its document.",
    run = function()
      require("nsys_ai.findings").run()
    end,
  },
  {
    name = "flame",
    args = "[samples|nvtx|backtraces] [folded|inverted]",
    doc = "Show which stacks CPU samples, or kernel time by NVTX range or call chain, fall to, as a table or folded.",
    run = function(args)
      require("nsys_ai.flame").open(args)
    end,
    complete = function(lead)
      return vim.tbl_filter(function(word)
        return vim.startswith(word, lead)
      end, { "samples", "nvtx", "backtraces", "folded", "inverted" })
    end,
  },
  {
    name = "goto",
    args = "TARGET",
    doc = "Show the document that describes something in the profile, such as `kernel:12`, at its line.",
    run = function(args)
      if not args[1] then
        return notify("nsys-ai: :NsysAi goto needs a target, such as kernel:12.", vim.log.levels.WARN)
      end
      require("nsys_ai.locate").go_to(table.concat(args, " "))
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
    name = "overview",
    doc = "Show the overview as the terminal does, in a buffer; `O` goes to the timeline, `T` to the tree.",
    run = function()
      require("nsys_ai").overview()
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
    name = "pick",
    args = "kernels|ranges|skills",
    doc = "Choose a kernel, an NVTX range or a skill: by telescope or fzf-lua where one is installed.",
    run = pick,
    complete = function()
      return vim.tbl_keys(require("nsys_ai.pick_of_profile").kinds)
    end,
  },
  {
    name = "report",
    doc = "Write a report on the run, in Markdown, to paste into a pull request.",
    run = function()
      require("nsys_ai.report").open()
    end,
  },
  {
    name = "restart",
    doc = "Start the server again and read all documents again.",
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
    args = "[NAME [PARAM=VALUE]...]",
    doc = "Ask a skill; without a name, choose one and fill in its form. "
      .. "`gpu=0,1`, `process=PID`, `iteration=N`, `phase=NAME`, `from=S` and `to=S` narrow the run.",
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

return list
