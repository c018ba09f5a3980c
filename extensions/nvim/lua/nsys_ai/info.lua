-- Facts about a profile from the server.
local M = {}

local function facts_of(info)
  local lines = { info.fileName, ("="):rep(vim.fn.strdisplaywidth(info.fileName)), "" }
  local function fact(label, value)
    if value ~= nil and value ~= "" then
      lines[#lines + 1] = ("%-14s %s"):format(label, (tostring(value):gsub("%c", " ")))
    end
  end
  fact("File", info.path)
  fact("Nsight Systems", info.productVersion)
  fact("Schema", info.schemaVersion)
  for _, gpu in ipairs(info.gpus or {}) do
    fact("GPU " .. gpu.device, gpu.name .. (gpu.pid and (", process %d"):format(gpu.pid) or ""))
  end
  if (info.gpuCount or 0) > #(info.gpus or {}) then
    fact("GPUs", ("%d in all"):format(info.gpuCount))
  end
  for _, process in ipairs(info.processes or {}) do
    fact("Process", (process.pid and ("%d "):format(process.pid) or "") .. process.name)
  end
  if (info.processCount or 0) > #(info.processes or {}) then
    fact("Processes", ("%d in all"):format(info.processCount))
  end
  fact("Kernels", info.kernels)
  fact("Copies", info.copies)
  fact("Memsets", info.memsets)
  fact("CUDA calls", info.calls)
  fact("NVTX ranges", info.nvtxRanges)
  for _, note in ipairs(info.notes or {}) do
    lines[#lines + 1] = "- " .. note:gsub("%c", " ")
  end
  return lines
end

-- Shows them in their own window.
function M.show()
  require("nsys_ai.profile").with("Reading the profile's facts", function(profile)
    require("nsys_ai.scratch").show("info", facts_of(profile))
  end)
end

return M
