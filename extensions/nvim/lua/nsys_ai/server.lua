-- Commands about the server itself: its version, its end, and what it is doing.
local notify = require("nsys_ai.notify").notify

local M = {}

local function say(text)
  notify("nsys-ai: " .. text)
end

function M.version()
  require("nsys_ai.client").ready(function(problem, client)
    if problem or not client then
      return require("nsys_ai.notify").problem(problem or { message = "The server does not run." })
    end
    local server = client.server_info or {}
    local place = require("nsys_ai.program").find()
    local path = place and place.path or "?"
    say(("server %s %s, %s"):format(server.name or "nsys-ai", server.version or "of unknown version", path))
  end)
end

function M.stop()
  require("nsys_ai.client").stop(function()
    require("nsys_ai.skill").forget()
    say("the server has stopped")
  end)
end

function M.restart()
  local client = require("nsys_ai.client")
  client.stop(function()
    require("nsys_ai.skill").forget()
    client.ready(function(problem)
      if problem then
        return require("nsys_ai.notify").problem(problem)
      end
      say("the server runs again")
      require("nsys_ai.document").refresh_all()
    end)
  end)
end

function M.cancel()
  local labels = require("nsys_ai.client").cancel_all()
  if #labels == 0 then
    say("nothing is running")
  end
end

return M
