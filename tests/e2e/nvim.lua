-- The Neovim plugin against a real server, inside a real Neovim:
--   nvim --headless -u NONE -i NONE -l tests/e2e/nvim.lua
-- $NSYS_AI_PROGRAM is the server, $NSYS_AI_PROFILE a profile, $NSYS_AI_KERNEL and $NSYS_AI_LABEL a kernel and an
-- NVTX label in it. UPDATE=1 rewrites the generated parts of the help page.
local root = vim.fs.normalize(vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h:h:h"))
local extension = root .. "/extensions/nvim"
local work = vim.fn.tempname()
vim.fn.mkdir(work, "p")

local program = assert(vim.env.NSYS_AI_PROGRAM, "NSYS_AI_PROGRAM is not set")
local kernel = assert(vim.env.NSYS_AI_KERNEL, "NSYS_AI_KERNEL is not set")
local label = assert(vim.env.NSYS_AI_LABEL, "NSYS_AI_LABEL is not set")
local profile = work .. "/a run.sqlite"
assert(vim.uv.fs_copyfile(assert(vim.env.NSYS_AI_PROFILE, "NSYS_AI_PROFILE is not set"), profile))

vim.opt.runtimepath:prepend(extension)
vim.opt.swapfile = true
vim.opt.updatecount = 1
vim.env.SSH_CONNECTION = nil
vim.env.SSH_TTY = nil
vim.env.NSYS_AI_SERVER_PATH = program
vim.cmd("filetype plugin on | syntax on")
vim.cmd.runtime("plugin/nsys_ai.lua")

local said = {} ---@type string[]
vim.notify = function(text)
  said[#said + 1] = text
end

-- Waits until `condition` gives a value, and gives it.
local function eventually(what, condition, seconds)
  local value
  vim.wait((seconds or 10) * 1000, function()
    value = condition()
    return value
  end, 10)
  if not value then
    error("not within time: " .. what .. "; said: " .. table.concat(said, " | "), 2)
  end
  return value
end

local function equal(actual, expected, what)
  if not vim.deep_equal(actual, expected) then
    error(("%s: %s, not %s"):format(what, vim.inspect(actual), vim.inspect(expected)), 2)
  end
end

local function contains(text, part, what)
  if not text:find(part, 1, true) then
    error(("%s: no %q in %q"):format(what, part, text:sub(1, 2000)), 2)
  end
end

local function lines(buf)
  return vim.api.nvim_buf_get_lines(buf or 0, 0, -1, false)
end

local function text(buf)
  return table.concat(lines(buf), "\n")
end

local function hash(path)
  return vim.fn.system({ "sha256sum", path }):match("^%x+")
end

local function loaded()
  return vim.api.nvim_buf_get_name(0):match("^nsys%-ai://") and #lines() > 5
end

local function open(path)
  vim.cmd.edit(vim.fn.fnameescape(path or profile))
  eventually("the overview", loaded)
end

local function clients(buf)
  return vim.lsp.get_clients({ name = "nsys_ai", bufnr = buf })
end

local function close_floats()
  for _, win in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(win).relative ~= "" then
      vim.api.nvim_win_close(win, true)
    end
  end
end

local function float_text()
  for _, win in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(win).relative ~= "" then
      return text(vim.api.nvim_win_get_buf(win))
    end
  end
end

-- The first place of `word` in the current buffer, in a row of a table if it stands in one: a finding may name a
-- kernel before its row does. Returns row and column, both from 1.
local function place_of(word)
  for _, like in ipairs({ "^  [^%s%[]", "" }) do
    for row, line in ipairs(lines()) do
      local column = line:find(like) and line:find(word, 1, true)
      if column then
        return row, column, line
      end
    end
  end
  error(("no %q in the buffer:\n%s"):format(word, text()), 3)
end

-- Hovers at the place of `word` in the current buffer, by the keys that a person types.
local function hover(word)
  close_floats()
  local row, column, line = place_of(word)
  vim.api.nvim_win_set_cursor(0, { row, column - 1 })
  eventually("a client that hovers", function()
    return #vim.lsp.get_clients({ bufnr = 0, method = "textDocument/hover" }) > 0
  end)
  vim.cmd.normal("K")
  local card = eventually("a hover on " .. word, float_text)
  close_floats()
  return card, line
end

local tests = {} ---@type { name: string, run: fun() }[]
local function test(name, run)
  tests[#tests + 1] = { name = name, run = run }
end

test("loading the plugin loads none of its modules", function()
  for name in pairs(package.loaded) do
    assert(not vim.startswith(name, "nsys_ai"), name)
  end
end)

test(":edit of a profile shows its overview", function()
  open()
  contains(text(), "a run.sqlite", "the overview")
  contains(text(), kernel, "the overview")
  equal(vim.bo.filetype, "nsysai", "filetype")
  equal(vim.bo.modifiable, false, "modifiable")
  equal(vim.bo.modified, false, "modified")
  equal(vim.fn.bufnr(profile), -1, "the buffer of the file's name")
end)

test("K on a kernel shows that kernel's numbers", function()
  open()
  local card, line = hover(kernel)
  contains(card, kernel, "the hover")
  local total = line:match("%d[%d.,]* [num]?s%f[^%a]")
  contains(card, assert(total, "no time in: " .. line), "the hover")
end)

test("opening again shows the same buffer, also in another window", function()
  open()
  local buf = vim.api.nvim_get_current_buf()
  local count = #vim.api.nvim_list_bufs()
  vim.cmd.split(vim.fn.fnameescape(profile))
  eventually("the same buffer", function()
    return vim.api.nvim_get_current_buf() == buf and loaded()
  end)
  equal(#vim.api.nvim_list_bufs(), count, "buffers")
  equal(#clients(), 1, "servers")
end)

test(":edit reads the document again, and R too", function()
  open()
  local before = text()
  vim.cmd.edit()
  eventually("the overview", loaded)
  equal(text(), before, "text after :edit")
  vim.cmd.normal("R")
  eventually("the overview", loaded)
  equal(text(), before, "text after R")
  equal(#clients(0), 1, "clients after :edit")
end)

test("a document's name alone opens it", function()
  open()
  local uri = vim.api.nvim_buf_get_name(0)
  vim.cmd("%bwipeout!")
  vim.cmd.edit(vim.fn.fnameescape(uri))
  contains(text(), kernel, "the overview, at once")
end)

local function go_to(word)
  local row, column = place_of(word)
  vim.api.nvim_win_set_cursor(0, { row, column - 1 })
end

local function shows(kind)
  return eventually("a document of kind " .. kind, function()
    return vim.api.nvim_buf_get_name(0):match("^nsys%-ai://" .. kind .. "/") and #lines() > 5
  end)
end

test("gd goes from a kernel to its document, to its runs, and back", function()
  open()
  go_to(kernel)
  vim.cmd.normal("gd")
  shows("kernel")
  contains(text(), "Launch shapes", "the kernel's document")
  equal(vim.wo.wrap, false, "wrap")
  equal(vim.bo.modifiable, false, "modifiable")
  go_to("runs ")
  vim.cmd.normal("gd")
  shows("instances")
  contains((hover("kernel:")), "Launched as", "the hover on an event")
  go_to("kernel:")
  vim.cmd.normal("gd")
  shows("kernel")
end)

test(":NsysAi goto shows the document of a target at its line", function()
  open()
  vim.cmd("NsysAi goto kernel:3821")
  eventually("the line of that kernel", function()
    return vim.api.nvim_get_current_line():find("kernel:3821", 1, true) ~= nil
  end)
  assert(vim.api.nvim_buf_get_name(0):match("^nsys%-ai://"), vim.api.nvim_buf_get_name(0))
end)

test("a document about a thing in a profile opens by its name, and knows its profile", function()
  open()
  go_to(kernel)
  vim.cmd.normal("gd")
  shows("kernel")
  local uri = vim.api.nvim_buf_get_name(0)
  vim.cmd("%bwipeout!")
  vim.cmd.edit(vim.fn.fnameescape(uri))
  contains(text(), "Launch shapes", "the kernel's document, at once")
  equal(require("nsys_ai.profile").path(), profile, "its profile")
end)

test("the outline and the references of a document are those of the server", function()
  open()
  go_to(kernel)
  local client = clients(0)[1]
  local function asked(method, extra)
    local params = vim.tbl_extend("force", { textDocument = { uri = vim.uri_from_bufnr(0) } }, extra or {})
    local answer = vim.lsp.buf_request_sync(0, method, params, 10000)
    return assert(answer and answer[client.id] and answer[client.id].result, "no answer to " .. method)
  end
  local parts = {}
  for _, part in ipairs(asked("textDocument/documentSymbol")[1].children) do
    parts[#parts + 1] = part.name
  end
  equal(vim.tbl_contains(parts, "Kernels"), true, "a section Kernels among " .. table.concat(parts, ", "))
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  local runs = asked("textDocument/references", {
    position = { line = row - 1, character = column },
    context = { includeDeclaration = false },
  })
  assert(#runs > 0 and runs[1].uri:match("^nsys%-ai://instances/"), vim.inspect(runs[1]))
end)

test("R reads all documents about the profile again", function()
  open()
  local overview = vim.api.nvim_get_current_buf()
  go_to(kernel)
  vim.cmd.normal("gd")
  shows("kernel")
  local about = vim.api.nvim_get_current_buf()
  local before = text(about)
  for _, buf in ipairs({ overview, about }) do
    vim.bo[buf].modifiable = true
    vim.api.nvim_buf_set_lines(buf, 0, -1, false, { "old" })
    vim.bo[buf].modifiable = false
  end
  vim.cmd.normal("R")
  eventually("both documents", function()
    return #lines(overview) > 5 and #lines(about) > 5
  end)
  equal(text(about), before, "the kernel's document")
end)

test(":write does not touch the profile", function()
  open()
  local before = hash(profile)
  for _, command in ipairs({ "write", "write!", "1,2write!", "update", "wall", "wq", "saveas!", "write! >>" }) do
    open()
    said = {}
    local name = vim.fn.fnameescape(profile)
    local args = (command == "saveas!" or command:match(">>$")) and " " .. name or ""
    vim.cmd("silent only | split")
    pcall(vim.cmd, command .. args)
    pcall(vim.cmd, "write! " .. name)
    contains(table.concat(said, "|"), "never written", command)
    equal(hash(profile), before, "the profile after :" .. command)
  end
  equal(vim.fn.readdir(work), { "a run.sqlite" }, "files beside the profile")
end)

test(":write to another file keeps the text", function()
  open()
  local wanted = lines()
  vim.cmd.write({ vim.fn.fnameescape(work .. "/kept.txt"), bang = true })
  equal(vim.fn.readfile(work .. "/kept.txt"), wanted, "the file")
  vim.fn.delete(work .. "/kept.txt")
end)

test("a *.sqlite that is no export is left to Neovim, without a word", function()
  local path = work .. "/notes.sqlite"
  vim.fn.writefile({ "not a database" }, path)
  said = {}
  local events = {}
  local group = vim.api.nvim_create_augroup("test_events", {})
  vim.api.nvim_create_autocmd({ "BufReadPre", "BufReadPost" }, {
    group = group,
    callback = function(event)
      events[#events + 1] = event.event
    end,
  })
  vim.cmd.edit(vim.fn.fnameescape(path))
  vim.api.nvim_del_augroup_by_id(group)
  equal(lines(), { "not a database" }, "the buffer")
  equal(events, { "BufReadPre", "BufReadPost" }, "events")
  equal({ vim.bo.buftype, vim.bo.modifiable, vim.bo.filetype }, { "", true, "" }, "the buffer's options")
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { "changed" })
  vim.cmd("silent write")
  equal(vim.fn.readfile(path), { "changed" }, "the file")
  equal(said, {}, "messages")
  vim.fn.delete(path)
end)

test("a file that is no profile says so in a sentence where it is opened as one, and stays as it is", function()
  local path = work .. "/notes.sqlite"
  vim.fn.writefile({ "not a database" }, path)
  local before = hash(path)
  said = {}
  vim.cmd.NsysAi({ "open", vim.fn.fnameescape(path) })
  eventually("a sentence", function()
    return #said > 0
  end)
  contains(text(), "notes.sqlite", "the buffer")
  assert(#lines() > 1, "no hint in: " .. text())
  equal(vim.bo.modifiable, false, "modifiable")
  pcall(vim.cmd, "write!")
  equal(hash(path), before, "the file")
  vim.fn.delete(path)
end)

test("a file that is not there says so", function()
  said = {}
  vim.cmd.edit(work .. "/absent.sqlite")
  eventually("a sentence", function()
    return #said > 0
  end)
  contains(text(), "absent.sqlite", "the buffer")
  equal(vim.fn.filereadable(work .. "/absent.sqlite"), 0, "the file")
end)

-- The address that a browser is given by `act`.
local function opened_by(act)
  open()
  local opened
  local kept = vim.ui.open
  vim.ui.open = function(url)
    opened = url
  end
  vim.env.DISPLAY = ":0"
  act()
  pcall(eventually, "a browser", function()
    return opened
  end)
  vim.ui.open = kept
  vim.env.DISPLAY = nil
  return opened
end

test("gp opens Perfetto with a token", function()
  local opened = opened_by(function()
    vim.cmd.normal("gp")
  end)
  assert(opened and opened:match("^http://127%.0%.0%.1:%d+/open/%x+$"), vim.inspect(opened))
  assert(#opened:match("%x+$") >= 32, "a short token: " .. opened)
end)

test("the timeline that nsys-ai draws opens in a browser", function()
  local opened = opened_by(function()
    vim.cmd.NsysAi("web")
  end)
  assert(opened and opened:match("^http://127%.0%.0%.1:%d+/view/%x+/timeline$"), vim.inspect(opened))
end)

-- Types keys into a frame, and waits for what it shows.
local function frame_shows(keys, what)
  if keys ~= "" then
    vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, true, true), "xt", false)
  end
  eventually(what .. " in the frame", function()
    return text():find(what, 1, true)
  end)
end

test("the timeline and the tree are drawn in a buffer, by the keys of the terminal", function()
  open()
  vim.cmd.NsysAi("timeline")
  frame_shows("", "Since start")
  equal(vim.bo.modifiable, false, "modifiable")
  equal(#lines(), vim.api.nvim_win_get_height(0), "the height of the frame")
  frame_shows("", "busy")
  frame_shows("h", "─ Keys ─")
  frame_shows("<Esc>", "Since start")
  local kept = vim.ui.input
  vim.ui.input = function(_, done)
    done("nothing of that name")
  end
  frame_shows("/", "0 matches")
  vim.ui.input = kept
  frame_shows("n", "busy")
  frame_shows("T", "NVTX ranges")
  local marks = vim.api.nvim_buf_get_extmarks(0, -1, 0, -1, {})
  assert(#marks > 0, "nothing is highlighted")
  frame_shows("T", "Since start")
  local frame = vim.api.nvim_get_current_buf()
  vim.api.nvim_feedkeys("q", "xt", false)
  eventually("the frame's end", function()
    return not vim.api.nvim_buf_is_valid(frame)
  end)
end)

test("the overview is drawn in a buffer, and leads to the timeline", function()
  open()
  vim.cmd.NsysAi("overview")
  frame_shows("", "Enter shows it")
  frame_shows("<Tab><CR>", "Since start")
  frame_shows("O", "Enter shows it")
  frame_shows("q", "")
end)

test("a frame outlives the server", function()
  open()
  vim.cmd.NsysAi("timeline")
  frame_shows("", "q quit")
  local client = clients()[1]
  if vim.fn.has("nvim-0.11") == 1 then
    client:stop(true)
  else
    client.stop(true)
  end
  eventually("its end", function()
    return #clients() == 0
  end)
  vim.bo.modifiable = true
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { "old" })
  vim.bo.modifiable = false
  frame_shows("j", "Since start")
  frame_shows("h", "─ Keys ─")
  frame_shows("<Esc>q", "")
end)

test("findings are listed in the quickfix window, and lead to their documents", function()
  open()
  vim.cmd.NsysAi("findings")
  eventually("the quickfix window", function()
    return vim.bo.buftype == "quickfix"
  end)
  local list = vim.fn.getqflist({ items = 0, title = 0 })
  equal(list.title, "Findings of a run.sqlite", "the title")
  assert(#list.items > 0 and list.items[1].text:match("^%[%l+%] %u"), vim.inspect(list.items[1]))
  assert(vim.tbl_contains({ "W", "I", "N" }, list.items[1].type), list.items[1].type)
  vim.cmd.cfirst()
  shows("finding")
  contains(text(), "How to verify", "the document of the finding")
  vim.cmd.cclose()
end)

test(":NsysAi explain shows the card of a target, and of what is under the cursor", function()
  open()
  close_floats()
  vim.cmd.NsysAi({ "explain", "kernel:3821" })
  contains(eventually("the card", float_text), "Launched as", "the card")
  close_floats()
  go_to(kernel)
  vim.cmd.NsysAi("explain")
  contains(eventually("the hover", float_text), kernel, "the hover")
end)

test("a bookmark is kept from a document, listed, and is one of the workspace", function()
  open()
  local folder = work .. "/folder"
  vim.fn.mkdir(folder, "p")
  vim.cmd.NsysAi("stop")
  eventually("the end of the server", function()
    return #clients() == 0
  end)
  local kept = vim.fn.getcwd()
  vim.cmd.cd(folder)
  open()
  said = {}
  go_to(kernel)
  vim.cmd.NsysAi({ "bookmark", "here" })
  eventually("a sentence", function()
    return #said > 0
  end)
  contains(said[1], "is kept as 'here'", "the message")
  vim.cmd.NsysAi({ "bookmark", "there", "kernel:3821" })
  eventually("a second sentence", function()
    return #said > 1
  end)
  local file = table.concat(vim.fn.readfile(folder .. "/.nsys-ai/bookmarks.json"), "\n")
  contains(file, '"here"', "the file")
  contains(file, '"there"', "the file")
  vim.cmd.NsysAi("bookmark")
  eventually("the list", function()
    return vim.b.nsys_ai_answer == "bookmarks"
  end)
  contains(text(), "there", "the list")
  vim.cmd.normal("q")
  vim.cmd.cd(kept)
  vim.fn.delete(folder, "rf")
  vim.cmd.NsysAi("stop")
  eventually("the end of the server", function()
    return #clients() == 0
  end)
end)

-- Picks the first item whose text has `part`; gives all texts that were offered.
local function picking(part, act)
  local kept, offered = vim.ui.select, {}
  vim.ui.select = function(items, options, done)
    local chosen
    for _, item in ipairs(items) do
      offered[#offered + 1] = options.format_item(item)
      if not chosen and offered[#offered]:find(part, 1, true) then
        chosen = item
      end
    end
    done(chosen)
  end
  act()
  local ok, problem = pcall(eventually, "something to choose from", function()
    return #offered > 0
  end)
  vim.ui.select = kept
  assert(ok, problem)
  return offered
end

test("kernels, ranges and skills can be picked", function()
  open()
  local offered = picking(kernel, function()
    vim.cmd.NsysAi({ "pick", "kernels" })
  end)
  assert(offered[1]:find("%% of kernel time, "), offered[1])
  shows("kernel")
  contains(text(), kernel, "the document")
  picking(label, function()
    vim.cmd.NsysAi({ "pick", "ranges" })
  end)
  shows("ranges")
  eventually("the line of the range", function()
    return vim.api.nvim_get_current_line():find(label, 1, true)
  end)
  offered = picking("no such skill", function()
    vim.cmd.NsysAi({ "pick", "skills" })
  end)
  assert(#offered > 50, #offered .. " skills")
end)

test("telescope and fzf-lua pick where they are installed", function()
  local items, gone = {}, nil
  for _, name in ipairs({ "first", "second" }) do
    items[#items + 1] = {
      text = name,
      go = function()
        gone = name
      end,
    }
  end
  package.loaded["fzf-lua"] = {
    fzf_exec = function(list, options)
      options.actions.default({ list[2] })
    end,
  }
  require("nsys_ai.pick").choose("Things", items)
  package.loaded["fzf-lua"] = nil
  equal(gone, "second", "picked by fzf-lua")
  local choose
  local finder
  package.loaded["telescope.pickers"] = {
    new = function(_, options)
      finder = options.finder
      return {
        find = function()
          options.attach_mappings(1)
        end,
      }
    end,
  }
  package.loaded["telescope.finders"] = {
    new_table = function(options)
      return vim.tbl_map(options.entry_maker, options.results)
    end,
  }
  package.loaded["telescope.config"] = { values = { generic_sorter = function() end } }
  package.loaded["telescope.actions"] = {
    close = function() end,
    select_default = {
      replace = function(_, act)
        choose = act
      end,
    },
  }
  package.loaded["telescope.actions.state"] = {
    get_selected_entry = function()
      return finder[1]
    end,
  }
  require("nsys_ai.pick").choose("Things", items)
  choose()
  for name in pairs(package.loaded) do
    if vim.startswith(name, "telescope") then
      package.loaded[name] = nil
    end
  end
  equal(gone, "first", "picked by telescope")
end)

test("a skill is chosen and its form filled in", function()
  open()
  local kept, keep_input, step = vim.ui.select, vim.ui.input, 0
  vim.ui.select = function(items, options, done)
    step = step + 1
    local wanted = ({ "^top_kernels ", "^limit = ", "^gpu = ", "^Run " })[step]
    for _, item in ipairs(items) do
      if options.format_item(item):find(wanted) then
        return done(item)
      end
    end
    error("nothing like " .. wanted)
  end
  vim.ui.input = function(options, done)
    done(options.prompt:find("limit") and "2" or "0")
  end
  vim.cmd.NsysAi("skill")
  local ok, problem = pcall(eventually, "the answer", function()
    return vim.api.nvim_buf_get_name(0):match("^nsys%-ai://skill/") and #lines() > 5
  end)
  vim.ui.select, vim.ui.input = kept, keep_input
  assert(ok, problem)
  assert(text():find("limit +2\n"), text())
  assert(text():find("scope +GPU 0,"), text())
  vim.cmd.close()
end)

test("the statusline says what runs, and which profile commands mean", function()
  open()
  equal(require("nsys_ai.statusline").text(), "nsys-ai: a run.sqlite", "the component")
  local busy
  require("nsys_ai.profile").request("nsys/skills", {}, "Taking 5 % long", function() end)
  busy = require("nsys_ai.statusline").text()
  contains(busy, "%%", "the component")
  vim.o.statusline = "%{%v:lua.require'nsys_ai.statusline'.text()%}"
  contains(vim.api.nvim_eval_statusline(vim.o.statusline, {}).str, "Taking 5 % long …", "the statusline")
  vim.o.statusline = ""
end)

-- What is shown below in place of a browser.
local function shown_in_place_of_browser(act)
  open()
  act()
  local ok, err = pcall(eventually, "the address", function()
    return vim.b.nsys_ai_answer == "Perfetto"
  end)
  assert(ok, err)
  local shown = text()
  vim.cmd.normal("q")
  return shown
end

test("over SSH the address and the ssh line are shown", function()
  vim.env.SSH_CONNECTION = "10.0.0.1 1 10.0.0.2 22"
  local ok, shown = pcall(shown_in_place_of_browser, function()
    vim.cmd.NsysAi("perfetto")
  end)
  vim.env.SSH_CONNECTION = nil
  assert(ok, shown)
  assert(shown:find("ssh .*%-L %d+:127%.0%.0%.1:%d+"), shown)
  contains(shown, "/open/", "the answer")
end)

test("without a display gp gives the address", function()
  for _, name in ipairs({ "DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME" }) do
    vim.env[name] = nil
  end
  local shown = shown_in_place_of_browser(function()
    vim.cmd.normal("gp")
  end)
  assert(shown:find("http://127%.0%.0%.1:%d+/open/%x+"), shown)
end)

test("a skill's answer is a document with units, narrowed as asked", function()
  open()
  vim.cmd.NsysAi({ "skill", "top_kernels", "limit=2", "gpu=0" })
  eventually("the answer", function()
    return text():find("share", 1, true) and vim.api.nvim_buf_get_name(0):match("^nsys%-ai://skill/")
  end)
  local shown = text()
  assert(shown:find("limit +2\n"), shown)
  assert(shown:find("scope +GPU 0,"), shown)
  assert(shown:find("name +family +library +dtype +calls +total +avg"), shown)
  assert(shown:find("%d ms"), shown)
  equal(vim.bo.modifiable, false, "modifiable")
  vim.cmd.close()
end)

test("which stacks take what is shown as a table and as folded stacks", function()
  open()
  vim.cmd.NsysAi({ "flame", "nvtx" })
  eventually("the table", function()
    return text():find("share +GPU time +own +frame\n")
  end)
  assert(text():find("  100.0 %%  +[%d.]+ m?s +%- +all kernels\n"), text())
  vim.cmd.close()
  vim.cmd.NsysAi({ "flame", "nvtx", "folded" })
  eventually("the stacks", function()
    return text():find("main thread;.*;.* %d+\n")
  end)
  vim.cmd.close()
end)

test("a question is answered below, its references open, and the next one refers back", function()
  open()
  local function answered(part)
    return eventually("the answer with " .. part, function()
      local shown = vim.api.nvim_buf_get_name(0):match("^nsys%-ai://ask/") and text()
      return shown and shown:find(part, 1, true) and shown
    end)
  end
  vim.cmd.NsysAi({ "ask", "longest", "kernel", "on", "GPU", "0" })
  local shown = answered("on GPU 0")
  contains(shown, "longest kernel on GPU 0\n====", "the answer")
  contains(shown, "Understood: longest kernel on GPU 0", "the answer")
  equal(vim.bo.modifiable, false, "modifiable")
  local windows = #vim.api.nvim_list_wins()
  -- A reference within the sentence.
  local row, column = 0, nil
  while not column do
    row = row + 1
    column = lines()[row]:find("kernel:%d+")
  end
  vim.api.nvim_win_set_cursor(0, { row, column })
  local answer = vim.api.nvim_get_current_buf()
  vim.api.nvim_feedkeys(vim.keycode("<CR>"), "x", false)
  eventually("the document of the event", function()
    return vim.api.nvim_buf_get_name(0):match("^nsys%-ai://") and vim.api.nvim_get_current_buf() ~= answer
  end)
  vim.api.nvim_set_current_buf(answer)
  vim.cmd.NsysAi({ "ask", "and", "on", "GPU", "1?" })
  shown = answered("on GPU 1")
  contains(shown, "Understood: longest kernel on GPU 1", "the answer that refers back")
  equal(#vim.api.nvim_list_wins(), windows, "windows")
  -- Without a question it is asked for.
  local kept, prompted = vim.ui.input, nil
  vim.ui.input = function(options, done)
    prompted = options.prompt
    done("what is the frobnication?")
  end
  vim.cmd.NsysAi("ask")
  vim.ui.input = kept
  contains(prompted, "longest kernel on GPU 1", "the prompt")
  answered("I do not know what")
  vim.cmd.close()
end)

test("a comparison with another capture explains events of both", function()
  open()
  local base = work .. "/base.sqlite"
  assert(vim.uv.fs_copyfile(profile, base))
  vim.cmd.NsysAi({ "diff", base })
  eventually("the comparison", function()
    return vim.api.nvim_buf_get_name(0):match("^nsys%-ai://compare/") and text():find("No change", 1, true)
  end)
  contains(text(), "a run.sqlite against base.sqlite\n====", "the comparison")
  contains(hover(kernel), kernel, "the hover")
  said = {}
  vim.cmd.NsysAi({ "diff", work .. "/none.sqlite" })
  eventually("what is wrong", function()
    return table.concat(said, " "):find("There is no file", 1, true)
  end)
  vim.cmd.NsysAi("diff")
  contains(said[#said], "needs the base", "what is wrong")
end)

test("a question is completed on the command line and in the prompt", function()
  open()
  local short = kernel:sub(1, #kernel - 3)
  local function completed(line)
    return vim.fn.getcompletion(line, "cmdline")
  end
  local function one_of(list, wanted)
    return assert(
      vim.tbl_contains(list, function(each)
        return each:find(wanted, 1, true) ~= nil
      end, { predicate = true }),
      vim.inspect(list)
    )
  end
  one_of(completed("NsysAi ask total time of " .. short), kernel)
  -- What stands before the word stays as it is.
  for _, each in ipairs(completed("NsysAi ask longest idle g")) do
    equal(each:lower():match("^g") ~= nil, true, each)
  end
  equal(completed("NsysAi as")[1], "ask", "the subcommand")
  -- A prompt is completed by its own name; what stands before the cursor counts.
  local kept, completion = vim.ui.input, nil
  vim.ui.input = function(options)
    completion = options.completion
  end
  vim.cmd.NsysAi("ask")
  vim.ui.input = kept
  local name = assert(completion:match("^customlist,v:lua%.require'([%w_.]+)'%.line$"), completion)
  local typed = "total time of " .. short
  one_of(require(name).line(typed, typed .. " and more", #typed), typed:sub(1, -#short - 1))
  -- Bytes and UTF-16 units differ.
  typed = "é 𝛼 total time of " .. short
  one_of(require(name).line(short, typed, #typed), kernel)
end)

test("without a model, words say so in one sentence; nothing was sent", function()
  open()
  said = {}
  vim.cmd.NsysAi({ "words", "what", "is", "wrong?" })
  eventually("a sentence", function()
    return #said > 0
  end)
  contains(said[1], "model", "the sentence")
  vim.cmd.NsysAi("sent")
  eventually("what was sent", function()
    return vim.b.nsys_ai_answer == "sent"
  end)
  vim.cmd.normal("q")
end)

test("words of a model are agreed to, checked, and what was sent is shown", function()
  local fake = root .. "/build/tests/agent/model/fake_model"
  if vim.fn.executable(fake) == 0 then
    return "the fake model is not built"
  end
  local script = work .. "/script"
  local turn = { "turn", "say The GPU has 2 kernels (kernel:2), and 77 ms are lost.", "tokens 9000 20", "split 30" }
  local both = vim.list_extend(vim.deepcopy(turn), turn)
  vim.list_extend(both, { "turn", "say A kernel is a function of the GPU.", "tokens 9000 20" })
  vim.fn.writefile(vim.list_extend(both, { "turn", "say It is a kernel.", "tokens 9000 20" }), script)
  local url
  local job = vim.fn.jobstart({ fake, script }, {
    on_stdout = function(_, heard)
      url = url or (heard[1] ~= "" and heard[1] or nil)
    end,
  })
  eventually("the model", function()
    return url
  end)
  vim.cmd.NsysAi("stop")
  eventually("the end of the server", function()
    return #clients() == 0
  end)
  require("nsys_ai").setup({ ai = { model = "ollama:fake", baseUrl = url } })
  local asked
  local kept = vim.fn.confirm
  vim.fn.confirm = function(question)
    asked = question
    return 1
  end
  open()
  vim.cmd.NsysAi({ "words", "what", "is", "wrong?" })
  local ok, err = pcall(eventually, "the words", function()
    return vim.b.nsys_ai_answer == "words" and text():find("figures checked", 1, true)
  end)
  vim.fn.confirm = kept
  require("nsys_ai").setup({})
  assert(ok, err)
  contains(asked, "127.0.0.1", "what was agreed to")
  contains(text(), "77 ms (unverified)", "the words")
  vim.cmd.close()
  vim.cmd.NsysAi({ "teach", "what", "is", "wrong?" })
  eventually("words that explain", function()
    return vim.b.nsys_ai_answer == "words" and text():find("A kernel is a function of the GPU", 1, true)
  end)
  vim.cmd.close()
  local row, column = place_of(kernel)
  vim.api.nvim_win_set_cursor(0, { row, column - 1 })
  vim.api.nvim_feedkeys("gw", "x", false)
  eventually("the words of what is under the cursor", function()
    return vim.b.nsys_ai_answer == "words" and text():find("It is a kernel", 1, true)
  end)
  vim.cmd.NsysAi("sent")
  eventually("what was sent", function()
    return vim.b.nsys_ai_answer == "sent"
  end)
  contains(text(), "what is wrong?", "what was sent")
  assert(not text():find(work, 1, true), "a path was sent")
  vim.cmd.normal("q")
  vim.fn.jobstop(job)
  vim.cmd.NsysAi("stop")
  eventually("the end of the server", function()
    return #clients() == 0
  end)
end)

test("a skill that is not there says so", function()
  open()
  said = {}
  vim.cmd.NsysAi({ "skill", "no_such_skill" })
  eventually("a sentence", function()
    return #said > 0
  end)
  contains(said[1], "no_such_skill", "the message")
end)

test("subcommands, skills and their parameters complete", function()
  open()
  local words = vim.fn.getcompletion("NsysAi ", "cmdline")
  equal(vim.tbl_contains(words, "perfetto") and vim.tbl_contains(words, "skill"), true, "subcommands")
  equal(vim.fn.getcompletion("NsysAi perf", "cmdline"), { "perfetto" }, "subcommands by start")
  equal(vim.tbl_contains(vim.fn.getcompletion("NsysAi skill top_", "cmdline"), "top_kernels"), true, "skills")
  equal(vim.fn.getcompletion("NsysAi skill top_kernels lim", "cmdline"), { "limit=" }, "parameters")
end)

test("an open profile is chosen to measure source files", function()
  open()
  local second = work .. "/second.sqlite"
  assert(vim.uv.fs_copyfile(profile, second))
  open(second)
  local function active()
    local done
    require("nsys_ai.client").request("nsys/profiles", {}, { label = "x" }, function(_, result)
      done = result
    end)
    eventually("the profiles", function()
      return done
    end)
    for _, one in ipairs(done.profiles) do
      if one.active then
        return vim.fs.basename(one.path)
      end
    end
  end
  equal(active(), "second.sqlite", "the active profile")
  local words = vim.fn.getcompletion("NsysAi activate " .. work, "cmdline")
  equal(vim.tbl_contains(words, profile), true, "completion")
  said = {}
  require("nsys_ai.active").activate(profile)
  eventually("a sentence", function()
    return #said > 0
  end)
  contains(said[1], "a run.sqlite measures", "the message")
  equal(active(), "a run.sqlite", "the active profile")
  said = {}
  vim.cmd.NsysAi({ "activate", "/nowhere.sqlite" })
  eventually("a sentence", function()
    return #said > 0
  end)
  contains(said[1], "is not open", "the message")
  vim.fn.delete(second)
end)

test("info and version say what is open and what serves it", function()
  open()
  vim.cmd.NsysAi("info")
  eventually("info", function()
    return vim.b.nsys_ai_answer == "info"
  end)
  contains(text(), profile, "info")
  vim.cmd.normal("q")
  said = {}
  vim.cmd.NsysAi("version")
  eventually("version", function()
    return #said > 0
  end)
  contains(said[1], program, "version")
end)

local function source_hover(name, content, word, part)
  open()
  local path = work .. "/" .. name
  vim.fn.writefile(content, path)
  vim.cmd.edit(path)
  eventually("the server in " .. name, function()
    return #clients(0) == 1
  end)
  contains((hover(word)), part, "the hover in " .. name)
  vim.fn.delete(path)
end

test("K on a kernel's name in a .cu file shows its GPU time", function()
  source_hover("gpu.cu", { ("__global__ void %s(float* x) {"):format(kernel), "}" }, kernel, kernel)
end)

test("K on an NVTX label in a .py file shows its GPU time", function()
  source_hover("train.py", { "import torch", ('torch.cuda.nvtx.range_push("%s")'):format(label) }, label, label)
end)

test("another language server in the buffer stays", function()
  open()
  local path = work .. "/both.py"
  vim.fn.writefile({ kernel .. "[1](x)" }, path)
  vim.cmd.edit(path)
  local other = vim.lsp.start({
    name = "other",
    cmd = function()
      return {
        request = function(method, _, done)
          vim.schedule(function()
            done(nil, method == "initialize" and { capabilities = {} } or nil)
          end)
          return true, 1
        end,
        notify = function() end,
        is_closing = function() end,
        terminate = function() end,
      }
    end,
  })
  assert(other, "the other server")
  contains((hover(kernel)), kernel, "the hover")
  equal(#vim.lsp.get_clients({ bufnr = 0 }), 2, "clients")
  vim.fn.delete(path)
end)

test("the server starts anew, and documents live on", function()
  open()
  local before = clients()[1].id
  vim.cmd.NsysAi("restart")
  eventually("another server", function()
    return clients(0)[1] and clients(0)[1].id ~= before
  end)
  contains((hover(kernel)), kernel, "the hover")
end)

test(":NsysAi annotate shows the rounds of the folder, puts ranges into the sources and takes them back", function()
  local folder = vim.env.NSYS_AI_ROUNDS
  if not folder then
    return "no rounds could be made"
  end
  vim.cmd.NsysAi("stop")
  eventually("the end of the server", function()
    return #clients() == 0
  end)
  local before = vim.fn.getcwd()
  vim.cmd.cd(vim.fn.fnameescape(folder))
  local model = folder .. "/model.py"
  local plain = hash(model)
  vim.cmd.edit("model.py")
  vim.bo.autoread = true
  vim.cmd.NsysAi("annotate")
  eventually("the rounds", loaded)
  contains(text(), "Round 3", "the document")
  contains(text(), "each innermost range launched one kernel", "the document")
  said = {}
  vim.cmd.NsysAi({ "annotate", "accept" })
  eventually("the ranges", function()
    return said[1] and said[1]:find("of round 3 are in the sources", 1, true)
  end)
  assert(hash(model) ~= plain)
  eventually("the document to follow", function()
    return text():find("Annotated now%s+model.py")
  end)
  vim.cmd.buffer("model.py")
  eventually("the source", function()
    return text():find("_nsys_ai_range", 1, true)
  end)
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { "# not saved" })
  said = {}
  vim.cmd.NsysAi({ "annotate", "revert" })
  eventually("a refusal", function()
    return said[1] and said[1]:find("model.py is open and not saved", 1, true)
  end)
  vim.cmd("edit!")
  vim.cmd.NsysAi({ "annotate", "revert", "1" })
  eventually("the bytes of before", function()
    return hash(model) == plain
  end)
  vim.cmd.NsysAi("stop")
  eventually("its end", function()
    return #clients() == 0
  end)
  vim.cmd.cd(vim.fn.fnameescape(before))
end)

test("code actions put ranges into the text of a source", function()
  if not vim.env.NSYS_AI_ROUNDS then
    return "no rounds could be made"
  end
  open()
  vim.cmd.edit(vim.env.NSYS_AI_ROUNDS .. "/model.py")
  vim.bo.filetype = "python"
  eventually("a client", function()
    return #clients(0) == 1
  end)
  vim.api.nvim_win_set_cursor(0, { 8, 20 })
  vim.lsp.buf.code_action({
    apply = true,
    filter = function(action)
      return action.title == "Put an NVTX range around this call"
    end,
  })
  eventually("the range", function()
    return text():find("model.py:8:SelfAttention.forward(gpu.launch)', gpu.launch)", 1, true)
  end)
  assert(vim.bo.modified)
  vim.cmd.undo()
  assert(not text():find("_nsys_ai_call", 1, true))
end)

test("a server that dies is reported, and the next request starts another", function()
  open()
  said = {}
  local client = clients()[1]
  if vim.fn.has("nvim-0.11") == 1 then
    client:stop(true)
  else
    client.stop(true)
  end
  eventually("its end", function()
    return #clients() == 0
  end)
  vim.cmd.normal("R")
  eventually("another server", function()
    return #clients(0) == 1
  end)
end)

test("loading can be cancelled", function()
  vim.cmd.NsysAi("stop")
  eventually("the end of the server", function()
    return #clients() == 0
  end)
  vim.cmd.edit(vim.fn.fnameescape(profile))
  vim.cmd.NsysAi("cancel")
  contains(text(), "cancelled", "the buffer")
  vim.cmd.normal("R")
  eventually("the overview", loaded)
end)

test("a server of another protocol is told with what to do", function()
  open()
  local protocol = require("nsys_ai.protocol")
  local own = protocol.protocol_version
  protocol.protocol_version = "9.0.0"
  said = {}
  vim.cmd.NsysAi("restart")
  local told = eventually("the sentence about the protocol", function()
    return table.concat(said, "\n"):match("speaks protocol[^\n]*")
  end)
  protocol.protocol_version = own
  contains(told, ("speaks protocol %s, this plugin 9.0.0"):format(own), "the sentence")
  contains(told, "Install the program of this plugin's release", "the sentence")
end)

test("a program that is not there names the setting", function()
  vim.cmd.NsysAi("stop")
  eventually("the end of the server", function()
    return #clients() == 0
  end)
  require("nsys_ai").setup({ server = "/no/such/program" })
  said = {}
  vim.cmd.edit(vim.fn.fnameescape(profile))
  local ok, err = pcall(eventually, "a sentence", function()
    return #said > 0
  end)
  require("nsys_ai").setup({})
  assert(ok, err)
  contains(text(), "`server`", "the buffer")
  contains(text(), "/no/such/program", "the buffer")
end)

test("a configured profile answers in source files, before anything is opened", function()
  vim.cmd.NsysAi("stop")
  eventually("the end of the server", function()
    return #clients() == 0
  end)
  for name in pairs(package.loaded) do
    if vim.startswith(name, "nsys_ai") then
      package.loaded[name] = nil
    end
  end
  vim.g.nsys_ai = function()
    return { profile = profile }
  end
  local path = work .. "/configured.cu"
  vim.fn.writefile({ kernel .. "<<<1, 1>>>(x);" }, path)
  vim.cmd.edit(path)
  local ok, err = pcall(function()
    contains((hover(kernel)), kernel, "the hover")
  end)
  vim.g.nsys_ai = nil
  require("nsys_ai").setup({})
  vim.fn.delete(path)
  assert(ok, err)
end)

test("take_files = false leaves *.sqlite files alone", function()
  local path = work .. "/plain.sqlite"
  vim.fn.writefile({ "plain text" }, path)
  require("nsys_ai").setup({ take_files = false })
  vim.cmd.edit(path)
  equal(lines(), { "plain text" }, "the buffer")
  equal(vim.bo.buftype, "", "buftype")
  require("nsys_ai").setup({})
  vim.g.loaded_nsys_ai = nil
  vim.cmd.runtime("plugin/nsys_ai.lua")
  vim.fn.delete(path)
end)

test("wrong settings are named", function()
  local problems = require("nsys_ai.config").problems({ server = 1, filetypes = { 1 }, sever = "x" })
  equal(problems, {
    "`server` is a number, not a string",
    "`filetypes` holds a number, not only strings",
    "there is no setting `sever`",
  }, "problems")
end)

test("vim.lsp.enable starts the same server", function()
  if vim.fn.has("nvim-0.11") == 0 then
    return "Neovim 0.11 brings vim.lsp.enable"
  end
  local path = work .. "/enabled.py"
  vim.fn.writefile({ kernel }, path)
  vim.lsp.enable("nsys_ai")
  vim.cmd.edit(path)
  eventually("the server", function()
    return #clients(0) == 1
  end)
  open()
  equal(#clients(), 1, "servers")
  vim.lsp.enable("nsys_ai", false)
  vim.cmd.NsysAi("stop")
  eventually("the end of the server", function()
    return #clients() == 0
  end)
  vim.fn.delete(path)
end)

test(":checkhealth finds nothing wrong", function()
  open()
  vim.cmd.checkhealth("nsys_ai")
  local report = text()
  contains(report, program, "the report")
  assert(not report:find("ERROR"), report)
  vim.cmd.bwipeout()
end)

test("nothing deprecated is used", function()
  local path = vim.fn.tempname()
  vim.cmd.redir("> " .. path)
  vim.cmd("silent! messages")
  vim.cmd.redir("END")
  local messages = table.concat(vim.fn.readfile(path), "\n")
  assert(not messages:find("deprecated"), messages)
end)

test("the help page says what the settings and commands are", function()
  local path = extension .. "/doc/nsys_ai.txt"
  local page = table.concat(vim.fn.readfile(path), "\n")
  local function generated(from, to, part)
    local _, start = page:find(from, 1, true)
    local stop = page:find(to, start, true)
    local wanted = "\n" .. table.concat(part, "\n") .. "\n"
    local found = page:sub(start + 1, stop - 1)
    if found ~= wanted and vim.env.UPDATE == "1" then
      page = page:sub(1, start) .. wanted .. page:sub(stop)
      vim.fn.writefile(vim.split(page, "\n"), path)
    else
      equal(found, wanted, "the help page (UPDATE=1 rewrites it)")
    end
  end
  generated("else the one in the settings.\n", "Over SSH ($SSH", require("nsys_ai.command").help())
  generated("does the same and wins.\n", "======", require("nsys_ai.config").help())
  vim.cmd.helptags({ extension .. "/doc", mods = { silent = true } })
  vim.fn.delete(extension .. "/doc/tags")
end)

local counts = { passed = 0, failed = 0, skipped = 0 }
for _, case in ipairs(tests) do
  if not vim.env.NSYS_AI_TEST or case.name:find(vim.env.NSYS_AI_TEST, 1, true) then
    said = {}
    local ok, reason = xpcall(case.run, function(err)
      return type(err) == "string" and debug.traceback(err, 2) or vim.inspect(err)
    end)
    close_floats()
    vim.cmd("silent! only! | silent! enew! | silent! %bwipeout!")
    local outcome = not ok and "failed" or reason and "skipped" or "passed"
    counts[outcome] = counts[outcome] + 1
    io.write(("%s: %s%s\n"):format(outcome, case.name, reason and ": " .. reason or ""))
  end
end
vim.fn.delete(work, "rf")
local version = vim.version()
io.write(
  ("nvim %d.%d.%d: %d passed, %d failed, %d skipped\n"):format(
    version.major,
    version.minor,
    version.patch,
    counts.passed,
    counts.failed,
    counts.skipped
  )
)
require("nsys_ai.client").stop()
vim.wait(2000, function()
  return #clients() == 0
end)
os.exit(counts.failed == 0 and 0 or 1)
