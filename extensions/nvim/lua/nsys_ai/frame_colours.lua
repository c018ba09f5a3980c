-- The colours of frames, which are those of the user's scheme.
local M = {}

-- The group of the user's colour scheme for each role.
local links = {
  axis = "Comment",
  bookmark = "WarningMsg",
  call = "Normal",
  communication = "Statement",
  compute_1 = "Function",
  compute_2 = "Type",
  compute_3 = "String",
  compute_4 = "Identifier",
  copy = "Constant",
  cursor = "DiagnosticWarn",
  dim = "Comment",
  error = "ErrorMsg",
  finding = "DiagnosticError",
  graph = "Special",
  heading = "Title",
  idle = "NonText",
  iteration = "Directory",
  key = "Question",
  memset = "Number",
  os_call = "Comment",
  range_1 = "Identifier",
  range_2 = "PreProc",
  range_3 = "Special",
  range_4 = "Type",
  selected = "CursorLineNr",
  severity = "DiagnosticError",
  sync = "DiagnosticWarn",
}

-- The highlight group of a part of a frame.
---@param role string
---@param inverse? boolean
---@param strong? boolean
---@return string
function M.group(role, inverse, strong)
  return "NsysAi_" .. role .. (inverse and "_inverse" or "") .. (strong and "_strong" or "")
end

-- Takes the colours of the scheme that is set; groups that the user defined stay.
function M.define()
  for role, link in pairs(links) do
    local of = vim.api.nvim_get_hl(0, { name = link, link = false })
    for _, inverse in ipairs({ false, true }) do
      for _, strong in ipairs({ false, true }) do
        local group = { fg = of.fg, ctermfg = of.ctermfg, reverse = inverse, bold = strong, default = true }
        vim.api.nvim_set_hl(0, M.group(role, inverse, strong), group)
      end
    end
  end
end

return M
