-- Shows the card of something in the profile beside the cursor.
local methods = require("nsys_ai.protocol").methods

local M = {}

-- Explains a target, or what is under the cursor.
---@param target? string
function M.run(target)
  if not target then
    return vim.lsp.buf.hover()
  end
  local label = "Explaining " .. target
  require("nsys_ai.profile").request(methods.explain, { target = target }, label, function(card)
    vim.lsp.util.open_floating_preview(vim.split(card.markdown, "\n"), "markdown", {
      border = "rounded",
      wrap = true,
      max_width = math.max(20, math.min(100, vim.o.columns - 4)),
      focus_id = "nsys_ai_explain",
    })
  end)
end

return M
