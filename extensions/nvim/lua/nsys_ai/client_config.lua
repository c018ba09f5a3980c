-- How the server is started, for vim.lsp.
local M = {}

M.name = "nsys_ai"

-- The configuration that vim.lsp starts.
---@return vim.lsp.ClientConfig
function M.get()
  local settings = require("nsys_ai.config").get()
  -- vim.json would encode an empty table as a list.
  local function some(value)
    return next(value) and value or nil
  end
  return {
    name = M.name,
    cmd = function(dispatchers)
      return vim.lsp.rpc.start(require("nsys_ai.program").command(), dispatchers)
    end,
    filetypes = settings.filetypes,
    init_options = some({ pathMap = some(settings.path_map), ai = some(settings.ai) }),
    root_dir = vim.fn.getcwd(),
    -- Announces support for documents of the server, which this plugin adds to Neovim.
    capabilities = vim.tbl_deep_extend("force", vim.lsp.protocol.make_client_capabilities(), {
      workspace = { textDocumentContent = { dynamicRegistration = false } },
    }),
    handlers = {
      ["workspace/textDocumentContent/refresh"] = function(_, params)
        require("nsys_ai.document").refresh_uri(params.uri)
        return vim.NIL
      end,
    },
    get_language_id = function(_, filetype)
      return filetype
    end,
    reuse_client = function(client)
      return client.name == M.name
    end,
    on_exit = function(code, signal, client_id)
      vim.schedule(function()
        require("nsys_ai.client").exited(code, signal, client_id)
      end)
    end,
  }
end

return M
