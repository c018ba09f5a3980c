-- Lets a person choose one of many: by telescope or fzf-lua where they are installed, otherwise by vim.ui.select.
local M = {}

---@class nsys_ai.PickItem
---@field text string  On one line.
---@field go fun()

---@param title string
---@param items nsys_ai.PickItem[]
---@return boolean shown
local function by_telescope(title, items)
  local found, pickers = pcall(require, "telescope.pickers")
  if not found then
    return false
  end
  local actions = require("telescope.actions")
  pickers
    .new({}, {
      prompt_title = title,
      finder = require("telescope.finders").new_table({
        results = items,
        entry_maker = function(item)
          return { value = item, display = item.text, ordinal = item.text }
        end,
      }),
      sorter = require("telescope.config").values.generic_sorter({}),
      attach_mappings = function(prompt)
        actions.select_default:replace(function()
          local entry = require("telescope.actions.state").get_selected_entry()
          actions.close(prompt)
          if entry then
            entry.value.go()
          end
        end)
        return true
      end,
    })
    :find()
  return true
end

-- The lines begin with their number, which is not shown.
---@param title string
---@param items nsys_ai.PickItem[]
---@return boolean shown
local function by_fzf(title, items)
  local found, fzf = pcall(require, "fzf-lua")
  if not found then
    return false
  end
  local lines = {}
  for i, item in ipairs(items) do
    lines[i] = ("%d\t%s"):format(i, item.text)
  end
  fzf.fzf_exec(lines, {
    prompt = title .. "> ",
    fzf_opts = { ["--delimiter"] = "\t", ["--with-nth"] = "2.." },
    actions = {
      ["default"] = function(selected)
        local item = selected and selected[1] and items[tonumber(selected[1]:match("^%d+"))]
        if item then
          item.go()
        end
      end,
    },
  })
  return true
end

---@param title string
---@param items nsys_ai.PickItem[]
function M.choose(title, items)
  if #items == 0 then
    return require("nsys_ai.notify").notify("nsys-ai: there are no " .. title:lower() .. " in this profile.")
  end
  if by_telescope(title, items) or by_fzf(title, items) then
    return
  end
  local options = {
    prompt = title .. ":",
    format_item = function(item)
      return item.text
    end,
  }
  vim.ui.select(items, options, function(item)
    if item then
      item.go()
    end
  end)
end

return M
