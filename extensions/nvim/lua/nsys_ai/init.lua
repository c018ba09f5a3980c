-- The public functions of the plugin.
local M = {}

-- The settings; calling this is optional, see also `vim.g.nsys_ai`.
---@param settings? nsys_ai.Config
function M.setup(settings)
  local config = require("nsys_ai.config")
  config.set(settings)
  if config.get().take_files == false then
    pcall(vim.api.nvim_del_augroup_by_name, "nsys_ai_files")
  end
end

-- Shows the overview of a profile in the current window.
---@param path string
function M.open(path)
  local file = vim.fn.expand(path)
  require("nsys_ai.other_file").want(file)
  vim.cmd.edit(vim.fn.fnameescape(file))
end

-- Opens the profile of the current buffer, or the last opened one, in Perfetto.
function M.perfetto()
  require("nsys_ai.perfetto").open()
end

-- Shows the timeline of that profile in a buffer.
---@param at? string  The target to begin at, such as `kernel:12`.
function M.timeline(at)
  require("nsys_ai.frame").open("timeline", at)
end

-- Shows the tree of its NVTX ranges in a buffer.
function M.tree()
  require("nsys_ai.frame").open("tree")
end

-- Shows its overview as the terminal does.
function M.overview()
  require("nsys_ai.frame").open("overview")
end

-- Lists what stands out in the quickfix window.
function M.findings()
  require("nsys_ai.findings").run()
end

-- Explains a target, or what is under the cursor.
---@param target? string
function M.explain(target)
  require("nsys_ai.explain").run(target)
end

-- Lets the user choose a kernel, an NVTX range or a skill.
---@param kind "kernels"|"ranges"|"skills"
function M.pick(kind)
  require("nsys_ai.pick_of_profile").kinds[kind]()
end

-- Keeps what is under the cursor, or a target, as a bookmark of the workspace; without a name lists them.
---@param name? string
---@param target? string
function M.bookmark(name, target)
  require("nsys_ai.bookmark").run(name, target)
end

-- Opens that profile in nsys-ai's own timeline in a browser.
function M.web()
  require("nsys_ai.web").open()
end

-- Asks a question in words about that profile, and shows the answer.
---@param question? string  Prompts for it if nil.
function M.ask(question)
  require("nsys_ai.ask").run(question)
end

-- Runs a skill on that profile and shows the answer.
---@param name string
---@param params? table<string, string|number>
function M.skill(name, params)
  require("nsys_ai.skill").run(name, params or {})
end

return M
