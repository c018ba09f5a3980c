-- Adds hovers with measured GPU time to source files, beside a buffer's other servers.
local methods = require("nsys_ai.protocol").methods

local M = {}

local on = false

-- The configured profile.
---@return string?
function M.configured()
  local profile = require("nsys_ai.config").get().profile
  if type(profile) == "function" then
    profile = profile()
  end
  return profile and vim.fn.fnamemodify(vim.fn.expand(profile), ":p") or nil
end

local function wanted(buf)
  local config = require("nsys_ai.config").get()
  return config.source
    and vim.api.nvim_buf_is_loaded(buf)
    and vim.bo[buf].buftype == ""
    and vim.tbl_contains(config.filetypes, vim.bo[buf].filetype)
end

-- Attaches a source buffer when there is a profile to measure it with.
---@param buf integer
function M.attach(buf)
  if not wanted(buf) then
    return
  end
  if on then
    return require("nsys_ai.client").attach(buf)
  end
  local path = M.configured()
  if not path then
    return
  end
  on = true
  require("nsys_ai.client").request(methods.open_profile, { path = path }, {
    label = "Opening " .. vim.fs.basename(path),
  }, function(problem)
    if problem then
      on = false
      return require("nsys_ai.notify").problem(problem)
    end
    M.attach_all()
  end)
end

-- Attaches all source buffers, and later ones, because a profile is open.
function M.attach_all()
  on = true
  for _, buf in ipairs(vim.api.nvim_list_bufs()) do
    if wanted(buf) then
      require("nsys_ai.client").attach(buf)
    end
  end
end

return M
