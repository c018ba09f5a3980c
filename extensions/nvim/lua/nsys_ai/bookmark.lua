-- Bookmarks of the workspace, which the timeline, the browser and traces show too.
local methods = require("nsys_ai.protocol").methods

local notify = require("nsys_ai.notify")

local M = {}

-- Keeps the beginning of an event, as `B` keeps the cursor; the server knows when that is.
---@param profile string  The handle.
---@param target string
---@param name string
local function add(profile, target, name)
  local client = require("nsys_ai.client")
  local options = { label = "Keeping a bookmark" }
  client.request(methods.timeline_related, { profile = profile, target = target }, options, function(problem, place)
    if problem then
      return notify.problem(problem)
    end
    local params = {
      profile = profile,
      name = name,
      window = { startNs = place.startNs, endNs = place.startNs },
    }
    client.request(methods.timeline_bookmark, params, options, function(refused, kept)
      if refused then
        return notify.problem(refused)
      end
      notify.notify(("nsys-ai: %s is kept as '%s' in %s."):format(target, name, kept.file))
    end)
  end)
end

-- Keeps what is under the cursor of a document or a source file.
---@param name string
local function add_here(name)
  local params = vim.lsp.util.make_position_params(0, "utf-16")
  local options = { label = "Looking under the cursor" }
  require("nsys_ai.client").request(methods.target_at, params, options, function(problem, at)
    if problem then
      return notify.problem(problem)
    end
    if not at or at == vim.NIL then
      return notify.notify("nsys-ai: nothing under the cursor is in the profile.", vim.log.levels.WARN)
    end
    add(at.profile, at.target, name)
  end)
end

-- The bookmarks of the profile, in a window below.
local function list()
  local profile = require("nsys_ai.profile")
  local params = { view = "bookmarks", params = { format = "Markdown" } }
  profile.request(methods.view_open, params, "Listing bookmarks", function(opened)
    local text = opened.page.blocks[1] and opened.page.blocks[1].text or ""
    require("nsys_ai.scratch").show("bookmarks", vim.split(vim.trim(text), "\n"))
  end)
end

-- Without a name lists them. With one keeps what is under the cursor, or a target; on the timeline `B` keeps the
-- place of its cursor.
---@param name? string
---@param target? string
function M.run(name, target)
  if not name or name == "" then
    return list()
  end
  if not target then
    return add_here(name)
  end
  require("nsys_ai.profile").with("Keeping a bookmark", function(info)
    add(info.profile, target, name)
  end)
end

return M
