-- The settings: one list that validates the user's settings and generates the help page.
--
-- They come from `vim.g.nsys_ai` (a table, or a function that returns one) or from `require("nsys_ai").setup{}`,
-- which takes precedence. They are read on first use.
local notify = require("nsys_ai.notify").notify

local M = {}

---@class nsys_ai.Config
---@field server? string
---@field server_args? string[]
---@field profile? string|fun(): string?
---@field take_files? boolean
---@field source? boolean
---@field filetypes? string[]
---@field path_map? table<string, string>
---@field ai? table<string, any>
---@field keys? boolean
---@field winbar? boolean

---@class nsys_ai.Option
---@field name string
---@field types string[]
---@field default any
---@field shown? string  The default as the help shows it, if it differs from the value.
---@field doc string

---@type nsys_ai.Option[]
M.options = {
  {
    name = "server",
    types = { "string" },
    shown = "found",
    doc = "Path of the program `nsys-ai`; `~` is expanded. Without it the program is looked for in "
      .. "$NSYS_AI_SERVER_PATH, in $PATH and in ~/.local/bin.",
  },
  {
    name = "server_args",
    types = { "table" },
    default = { "serve" },
    doc = "Arguments that make the program a language server on stdin and stdout.",
  },
  {
    name = "profile",
    types = { "string", "function" },
    shown = "none",
    doc = "A profile, or a function that returns its path, to measure source files with. It is opened with the "
      .. "first source file. Without it, source files use the profile that was opened last.",
  },
  {
    name = "take_files",
    types = { "boolean" },
    default = true,
    doc = "Show an overview when a *.sqlite, *.nsys-rep or *.qdrep file is opened. In a function's result, false "
      .. "comes too late; write a table, or call setup{}.",
  },
  {
    name = "source",
    types = { "boolean" },
    default = true,
    doc = "Answer hovers in source files while a profile is open.",
  },
  {
    name = "filetypes",
    types = { "table" },
    default = { "python", "cuda", "c", "cpp" },
    doc = "Which source files.",
  },
  {
    name = "path_map",
    types = { "table" },
    default = {},
    doc = 'Folders of the machine that was captured, and what they are here: `{ ["/workspace"] = "/data/src" }` '
      .. "for a run in a container.",
  },
  {
    name = "ai",
    types = { "table" },
    default = {},
    doc = 'Language models that put answers in words: `{ model = "ollama:qwen3", baseUrl = ..., names = "public" }`; '
      .. "`enabled = false` turns them off. What is left out is as in ~/.config/nsys-ai/settings.json. Keys are never "
      .. "here: they come from the environment, or ~/.config/nsys-ai/keys.json.",
  },
  {
    name = "keys",
    types = { "boolean" },
    default = true,
    doc = "Map keys in the buffers of the plugin; see |nsys_ai-keys|.",
  },
  {
    name = "winbar",
    types = { "boolean" },
    default = true,
    doc = "Show the file, the keys and the progress of loading above those buffers.",
  },
}

---@type nsys_ai.Config?
local given
---@type nsys_ai.Config?
local values

-- The errors in `settings`, one sentence each.
---@param settings any
---@return string[]
function M.problems(settings)
  if type(settings) ~= "table" then
    return { ("the settings are a %s, not a table"):format(type(settings)) }
  end
  local known = {}
  local found = {}
  for _, option in ipairs(M.options) do
    known[option.name] = true
    local value = settings[option.name]
    if value ~= nil and not vim.tbl_contains(option.types, type(value)) then
      local wanted = table.concat(option.types, " or ")
      found[#found + 1] = ("`%s` is a %s, not a %s"):format(option.name, type(value), wanted)
    end
    if value ~= nil and option.types[1] == "table" and type(value) == "table" then
      for _, item in ipairs(value) do
        if type(item) ~= "string" then
          found[#found + 1] = ("`%s` holds a %s, not only strings"):format(option.name, type(item))
          break
        end
      end
    end
  end
  local names = vim.tbl_keys(settings)
  table.sort(names, function(a, b)
    return tostring(a) < tostring(b)
  end)
  for _, name in ipairs(names) do
    if not known[name] then
      found[#found + 1] = ("there is no setting `%s`"):format(tostring(name))
    end
  end
  return found
end

local function from_global()
  local settings = vim.g.nsys_ai
  if type(settings) == "function" then
    settings = settings()
  end
  return settings
end

-- The user's settings, unchecked.
function M.given()
  if given ~= nil then
    return given
  end
  local settings = from_global()
  return settings == nil and {} or settings
end

---@param settings any
function M.set(settings)
  given = settings == nil and {} or settings
  values = nil
end

-- The effective settings. Reports an invalid setting once and uses its default.
---@return nsys_ai.Config
function M.get()
  if values then
    return values
  end
  local settings = M.given()
  local wrong = M.problems(settings)
  if #wrong > 0 then
    notify("nsys-ai: " .. table.concat(wrong, "; ") .. ". See :help nsys_ai-settings.", vim.log.levels.WARN)
  end
  values = {}
  for _, option in ipairs(M.options) do
    local value = type(settings) == "table" and settings[option.name]
    local usable = #M.problems({ [option.name] = value }) == 0
    if value == nil or type(settings) ~= "table" or not usable then
      value = vim.deepcopy(option.default)
    end
    values[option.name] = value
  end
  return values
end

local function wrapped(text, width, indent)
  local lines, line = {}, indent
  for word in text:gmatch("%S+") do
    if #line > #indent and #line + 1 + #word > width then
      lines[#lines + 1] = line
      line = indent
    end
    line = line .. (#line > #indent and " " or "") .. word
  end
  lines[#lines + 1] = line
  return lines
end

-- The part of the help page that describes the settings.
---@return string[]
function M.help()
  local lines = {}
  for _, option in ipairs(M.options) do
    local default = option.shown or vim.inspect(option.default)
    local head = ("%s  (%s, default: %s)"):format(option.name, table.concat(option.types, " or "), default)
    local tag = ("*nsys_ai.%s*"):format(option.name)
    lines[#lines + 1] = (" "):rep(math.max(0, 78 - #tag)) .. tag
    lines[#lines + 1] = head
    vim.list_extend(lines, wrapped(option.doc, 78, "    "))
    lines[#lines + 1] = ""
  end
  return lines
end

return M
