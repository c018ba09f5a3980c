-- The server with Neovim's own language client and no plugin, as any LSP client would use it:
--   nvim --clean -u NONE -i NONE --headless -l tests/e2e/bare.lua
-- $NSYS_AI_PROGRAM is the server, $NSYS_AI_BARE a profile of bare.sketch.
local program = assert(vim.env.NSYS_AI_PROGRAM, "NSYS_AI_PROGRAM is not set")
local profile = assert(vim.env.NSYS_AI_BARE, "NSYS_AI_BARE is not set")
local work = vim.fn.tempname()
vim.fn.mkdir(work .. "/.nsys-ai", "p")
assert(vim.uv.fs_copyfile(profile, work .. "/run.sqlite"))
vim.fn.writefile({ "run.sqlite" }, work .. "/.nsys-ai/profile")
vim.fn.writefile({
  "import torch, triton",
  "",
  "@triton.jit",
  "def add_kernel(x, out, n):",
  "    pass",
  "",
  "class Model(torch.nn.Module):",
  "    def forward(self, x):",
  '        with torch.cuda.nvtx.range("attention"):',
  "            add_kernel[(16,)](x, x, 16)",
}, work .. "/train.py")
vim.fn.writefile({
  "namespace app {",
  "__global__ void scale(float* x) { x[threadIdx.x] *= 2; }",
  "}",
  "void run(float* x) {",
  '  nvtxRangePushA("attention");',
  "  app::scale<<<1, 32>>>(x);",
  "}",
}, work .. "/scale.cu")

vim.filetype.add({ extension = { cu = "cuda" } })

local function eventually(what, condition)
  local value
  vim.wait(20000, function()
    value = condition()
    return value
  end, 20)
  return assert(value, "not within time: " .. what)
end

local function open(name)
  vim.cmd.edit(work .. "/" .. name)
  vim.bo.filetype = vim.bo.filetype ~= "" and vim.bo.filetype or assert(vim.filetype.match({ buf = 0 }))
  local id = vim.lsp.start({ name = "nsys-ai", cmd = { program, "serve" }, root_dir = work })
  assert(id, "no client")
  return id
end

-- Asks again until the answer holds `part`: the profile is being opened.
local function ask(method, params, part)
  local answer
  eventually(method .. " with " .. part, function()
    for _, reply in pairs(vim.lsp.buf_request_sync(0, method, params, 5000) or {}) do
      answer = vim.inspect(reply.result or reply.err)
    end
    return answer and answer:find(part, 1, true)
  end)
  return answer
end

local function document()
  return { textDocument = vim.lsp.util.make_text_document_params(0) }
end

local function at(line, character)
  local params = document()
  params.position = { line = line, character = character }
  return params
end

local function whole()
  local params = document()
  params.range = { start = { line = 0, character = 0 }, ["end"] = { line = vim.fn.line("$"), character = 0 } }
  return params
end

local tests = {}
local function test(name, run)
  tests[#tests + 1] = { name = name, run = run }
end

test("the profile that the workspace names is open", function()
  open("train.py")
  ask("nsys/profiles", vim.empty_dict(), "run.sqlite")
end)

test("Python: hover, lenses, hints and definition", function()
  open("train.py")
  ask("textDocument/hover", at(3, 6), "2 calls")
  ask("textDocument/hover", at(8, 38), "attention")
  ask("textDocument/codeLens", document(), "2 calls, 40.00 us, 57.1 % of kernel time on GPU 0")
  ask("textDocument/inlayHint", whole(), "57.1 %")
  ask("textDocument/definition", at(9, 14), "nsys-ai://kernel/")
end)

test("CUDA: hover, lenses, hints and definition", function()
  open("scale.cu")
  ask("textDocument/hover", at(5, 9), "app::scale")
  ask("textDocument/codeLens", document(), "1 call, 30.00 us, 42.9 % of kernel time on GPU 0")
  ask("textDocument/inlayHint", whole(), "42.9 %")
  ask("textDocument/definition", at(1, 18), "nsys-ai://kernel/")
end)

test("the client's own lenses and hints stand in the buffer", function()
  open("train.py")
  ask("textDocument/codeLens", document(), "2 calls")
  vim.lsp.inlay_hint.enable(true, { bufnr = 0 })
  eventually("hints", function()
    return #vim.lsp.inlay_hint.get({ bufnr = 0 }) > 0
  end)
  if vim.lsp.codelens.enable then
    vim.lsp.codelens.enable(true, { bufnr = 0 })
  else
    vim.lsp.codelens.refresh({ bufnr = 0 })
  end
  eventually("lenses", function()
    return #vim.lsp.codelens.get(vim.lsp.codelens.enable and { bufnr = 0 } or 0) > 0
  end)
end)

test("symbols of the workspace are kernels and ranges", function()
  open("train.py")
  ask("workspace/symbol", { query = "add" }, "add_kernel")
  ask("workspace/symbol", { query = "atten" }, "attention")
end)

test("a document of the server: its text, outline and diagnostics", function()
  local id = open("train.py")
  local uri = "nsys-ai://overview" .. vim.uv.fs_realpath(work) .. "/run.sqlite"
  local content = ask("workspace/textDocumentContent", { uri = uri }, "run.sqlite")
  assert(content:find("add_kernel", 1, true), content)
  local client = assert(vim.lsp.get_client_by_id(id))
  local params = { textDocument = { uri = uri } }
  if client.server_capabilities.documentSymbolProvider then
    ask("textDocument/documentSymbol", params, "selectionRange")
  end
  if client.server_capabilities.diagnosticProvider then
    ask("textDocument/diagnostic", params, "items")
  end
end)

test("a source without mentions is answered with nothing", function()
  vim.fn.writefile({ "print('attention')  # add_kernel" }, work .. "/plain.py")
  open("plain.py")
  ask("textDocument/codeLens", document(), "{}")
  ask("textDocument/inlayHint", whole(), "{}")
end)

local passed, failed = 0, 0
for _, each in ipairs(tests) do
  local ok, err = xpcall(each.run, debug.traceback)
  if ok then
    passed = passed + 1
  else
    failed = failed + 1
    print("failed: bare client: " .. each.name .. "\n" .. tostring(err))
  end
end
for _, client in ipairs(vim.lsp.get_clients()) do
  if vim.fn.has("nvim-0.11") == 1 then
    client:stop()
  else
    client.stop()
  end
end
vim.wait(3000, function()
  return #vim.lsp.get_clients() == 0
end, 20)
print(("%d passed, %d failed, 0 skipped"):format(passed, failed))
vim.fn.delete(work, "rf")
vim.cmd.cquit({ count = failed > 0 and 1 or 0 })
