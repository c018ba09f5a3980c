-- Compares the protocol of the server with the plugin's.
local notify = require("nsys_ai.notify").notify

local M = {}

local compared ---@type integer?

-- Warns once for each server if its protocol version differs, because it may lack something or differ in meaning.
---@param client vim.lsp.Client
function M.compare(client)
  if compared == client.id then
    return
  end
  compared = client.id
  local own = vim.version.parse(require("nsys_ai.protocol").protocol_version)
  local experimental = client.server_capabilities.experimental or {}
  local said = (experimental.nsysAi or {}).protocolVersion
  local theirs = said and vim.version.parse(said)
  if theirs and theirs.major == own.major and not vim.version.lt(theirs, own) then
    return
  end
  local what = (not theirs or vim.version.lt(theirs, own)) and "Install the program of this plugin's release"
    or "Install the plugin of the program's release"
  notify(
    ("The nsys-ai server speaks protocol %s, this plugin %s: some of it may not work. %s."):format(
      said or "unknown",
      tostring(own),
      what
    ),
    vim.log.levels.WARN
  )
end

return M
