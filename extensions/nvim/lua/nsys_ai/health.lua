-- :checkhealth nsys_ai
local M = {}

local function check_neovim()
  if vim.fn.has("nvim-0.10") == 1 then
    vim.health.ok("Neovim " .. tostring(vim.version()))
  else
    vim.health.error("Neovim 0.10 or later is needed")
  end
end

local function check_settings()
  local config = require("nsys_ai.config")
  local problems = config.problems(config.given())
  for _, problem in ipairs(problems) do
    vim.health.warn(problem, "See :help nsys_ai-settings")
  end
  if #problems == 0 then
    vim.health.ok("The settings are understood")
  end
end

local function check_program()
  local place, problem = require("nsys_ai.program").find()
  if not place then
    vim.health.error(
      problem or "",
      "Unpack the tarball into ~/.local (docs/INSTALL.md), or set `server` in vim.g.nsys_ai to its path"
    )
    return
  end
  local started, process = pcall(vim.system, { place.path, "--version" }, { text = true })
  local result = started and process:wait(5000)
  if result and result.code == 0 then
    vim.health.ok(("%s, from %s: %s"):format(vim.trim(result.stdout), place.from, place.path))
  else
    vim.health.error(("%s, from %s, does not answer --version"):format(place.path, place.from))
  end
end

local function check_server()
  local client = require("nsys_ai.client").current()
  if not client then
    vim.health.info("The server does not run; it starts with the first profile")
    return
  end
  local server = client.server_info or {}
  vim.health.ok(("The server runs: %s %s"):format(server.name or "nsys-ai", server.version or ""))
end

local function check_browser()
  if vim.env.SSH_CONNECTION or vim.env.SSH_TTY then
    vim.health.info("Over SSH: :NsysAi perfetto shows the address and an `ssh -L` line")
    return
  end
  if not require("nsys_ai.browser_page").has_display() then
    vim.health.info("There is no display: :NsysAi perfetto shows the address")
    return
  end
  for _, opener in ipairs({ "xdg-open", "open", "wslview", "explorer.exe" }) do
    if vim.fn.executable(opener) == 1 then
      vim.health.ok("A browser is opened with " .. opener)
      return
    end
  end
  vim.health.warn("Nothing here opens a browser; :NsysAi perfetto shows the address", "Install xdg-utils")
end

function M.check()
  vim.health.start("nsys-ai")
  check_neovim()
  check_settings()
  check_program()
  check_server()
  check_browser()
end

return M
