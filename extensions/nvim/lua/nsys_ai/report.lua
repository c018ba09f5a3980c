-- The server's report on a run, as Markdown in a buffer that can be edited and written.
local methods = require("nsys_ai.protocol").methods

local M = {}

-- Opens the report on the profile of the current buffer, or of the last opened one.
function M.open()
  require("nsys_ai.profile").request(methods.report, {}, "Writing the report", function(result)
    vim.cmd.new()
    vim.bo.buftype = ""
    vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(result.markdown, "\n", { trimempty = true }))
    vim.bo.filetype = "markdown"
    vim.bo.modified = false
  end)
end

return M
