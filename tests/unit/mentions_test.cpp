// What sources mention, as text: a source, and a line for each mention in it.
#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>

#include "annotate/mentions.h"
#include "annotate/source_tokens.h"

namespace nsys_ai::test {
namespace {

constexpr auto kMentionsPython = SourceLanguage::python;
constexpr auto kMentionsCpp = SourceLanguage::cpp;

std::string word_of(Mention::Kind kind) {
  switch (kind) {
    case Mention::Kind::function:
      return "function";
    case Mention::Kind::function_range:
      return "function range";
    case Mention::Kind::kernel:
      return "kernel";
    case Mention::Kind::kernel_definition:
      return "definition";
    case Mention::Kind::kernel_launch:
      return "launch";
    case Mention::Kind::kernel_text:
      return "kernel text";
    case Mention::Kind::range:
      return "range";
  }
  return "";
}

// A line for each, by place; `*` stands for what is known only when the source runs. Names that begin with k
// are kernels of the profile.
std::string mentions(SourceLanguage language, const std::string& source) {
  std::vector<Mention> found;
  find_mentions(language, source,
                {[](std::string_view name) { return name.starts_with("k"); },
                 [&](Mention mention) { found.push_back(std::move(mention)); }});
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
  std::string text;
  for (const Mention& mention : found) {
    std::string name = mention.name[0];
    for (size_t i = 1; i < mention.name.size(); ++i) name += "*" + mention.name[i];
    EXPECT_LT(mention.begin, mention.end);
    EXPECT_LE(mention.end, source.size());
    text += (text.empty() ? "" : "; ") + word_of(mention.kind) + " " + name;
  }
  return text;
}

struct MentionCase {
  std::string source;
  std::string mentions;
};

void check(SourceLanguage language, const std::vector<MentionCase>& cases) {
  for (const MentionCase& of : cases) EXPECT_EQ(mentions(language, of.source), of.mentions) << of.source;
}

TEST(Mentions, OfKernelsInPython) {
  check(kMentionsPython,
        {
            {"@triton.jit\ndef kadd(x, n: tl.constexpr):\n  pass\n", "definition kadd"},
            {"@triton.autotune(\n  configs=[],\n  key=['n'])\n@triton.jit\ndef kadd(x): pass",
             "definition kadd"},
            {"@cuda.jit('void(float32[:])')\ndef kadd(x): pass", "definition kadd"},
            {"@jit\n\n# why\ndef kadd(x): pass", "definition kadd"},
            {"@jit\nx = 1\ndef kadd(x): pass", "function kadd"},
            {"kadd[grid](x)", "launch kadd"},
            {"ops.kadd[(1, f(2)), 32, stream](x)", "launch kadd"},
            {"kadd[grid]", ""},
            {"kadd[grid] (x)", "launch kadd"},
            {"from ops import kadd as kb, other\nkb(x)", "kernel kadd; kernel kb; kernel kb"},
            {"import ops.fast as fast\nfast.kadd(x)", "kernel kadd"},
            {"from ops import (\n  kadd,\n  kb,\n)\ny = kb", "kernel kadd; kernel kb; kernel kb"},
            {"kadd(x)", "kernel kadd"},
            {"def kadd(x): pass\nkadd(x)", "function kadd"},
            {"items.kadd(x)", ""},
            {"f().kadd(x)", ""},
            {"kadd = 3\ny = kadd + 1", ""},
            {"f(kadd=1)", ""},
            {"# kadd[grid](x)", ""},
            {"print('kadd[grid](x)')", ""},
            {"{'kadd': 1}", ""},
            {"module.get_function('kadd')", "kernel text kadd"},
            {"k = cp.RawKernel(r'''void kadd() {}''', 'kadd')", "kernel text kadd"},
            {"triton_k = async_compile.triton('kadd', '''\nx''')", "kernel text kadd"},
        });
}

TEST(Mentions, OfRangesInPython) {
  check(kMentionsPython, {
                             {"torch.cuda.nvtx.range_push('forward')", "range forward"},
                             {"nvtx.annotate(message=\"forward\", color='red')", "range forward"},
                             {"nvtx.annotate('forward', 'red')", "range forward"},
                             {"nvtx.annotate(color='red', message='forward')", "range forward"},
                             {"with record_function(\"## forward ##\"):", "range ## forward ##"},
                             {"with torch.profiler.record_function('a' 'b'):", "range ab"},
                             {"get_accelerator().range_push('a')", "range a"},
                             {"from nvtx import annotate\nwith annotate('a'): pass", "range a"},
                             {"import nvtx as nv\nnv.mark('a')", "range a"},
                             {"from torch.cuda import nvtx as probe\nprobe.range('a')", "range a"},
                             {"my_nvtx_range('a')", "range a"},
                             {"ax.annotate('a')", ""},
                             {"range('a')", ""},
                             {"print('step')", ""},
                             {"d = {'forward': 1}", ""},
                             {"nvtx.get_domain('a')", ""},
                             {"nvtx.range_push(name)", ""},
                             {"nvtx.range_push('a' if x else 'b')", ""},
                             {"nvtx.range_push(f'layer {i}')", "range layer *"},
                             {"nvtx.range_push(f'{a} of {b!r:>{w}} x')", "range * of * x"},
                             {"nvtx.range_push(f'{{a}} {b}')", "range {a} *"},
                             {"nvtx.range_push(f'a {d[\"b\"]} c')", "range a * c"},
                             {"nvtx.range_push(f\"a {d[\"b\"]} c\")", "range a * c"},
                             {"nvtx.range_push('layer ' + str(i))", "range layer *"},
                             {"nvtx.range_push('layer %d of %s' % (i, n))", "range layer * of *"},
                             {"nvtx.range_push('layer {} {x}'.format(i, x=1))", "range layer * *"},
                             {"nvtx.range_push('it\\'s \\\\ \\n')", "range it's \\ \n"},
                             {"nvtx.range_push(r'\\d')", "range \\d"},
                             {"nvtx.range_push(\n  # why\n  'a')", "range a"},
                             {"nvtx.range_push('a \\\n b')", "range a  b"},
                             {"nvtx.range_push('''a''')", "range a"},
                             {"nvtx.range_push('')", "range "},
                             {"nvtx.range_push('größe')", "range größe"},
                             {"\"\"\"\nnvtx.range_push('a')\n\"\"\"", ""},
                         });
}

TEST(Mentions, OfFunctionsInPython) {
  check(kMentionsPython, {
                             {"class Model(nn.Module):\n  def forward(self):\n    pass\ndef run(): pass",
                              "function Model; function Model.forward; function run"},
                             {"class A:\n  class B:\n    async def f(self): pass\n  def g(self): pass",
                              "function A; function A.B; function A.B.f; function A.g"},
                             {"@nvtx.annotate()\ndef run(): pass", "function range run; function run"},
                             {"@nvtx.annotate\ndef run(): pass", "function range run; function run"},
                             {"@nvtx.annotate('x', color='red')\ndef run(): pass", "range x; function run"},
                             {"class A:\n  @instrument_w_nvtx\n  def f(self): pass",
                              "function A; function range A.f; function A.f"},
                             {"if x:\n\tdef f(): pass", "function f"},
                             {"x = 'def f(): pass'", ""},
                             {"def", ""},
                         });
}

TEST(Mentions, OfKernelsInCpp) {
  check(
      kMentionsCpp,
      {
          {"__global__ void kadd(float* x) {}", "definition kadd"},
          {"template <class T, int N = (1 > 0)>\n__global__ void __launch_bounds__(256, 2) kadd(T* x) {\n}",
           "definition kadd"},
          {"namespace a::b { namespace { __global__ void kadd() {} } }", "definition a::b::kadd"},
          {"extern \"C\" __global__ void kadd(int n) { }", "definition kadd"},
          {"extern \"C\" {\n__global__ void kadd(int n) { }\n}", "definition kadd"},
          {"__global__ void kadd(int n);", "kernel kadd"},
          {"template <> __global__ void kadd<float>(float* x) {}", "definition kadd"},
          {"struct S { static __global__ void kadd(int); };", "function S; kernel S::kadd"},
          {"void f() { kadd<<<grid, block>>>(x); }", "function f; launch kadd"},
          {"void f() { ns::kadd<A<B<int>>, (2 > 1)><<<1, 1>>>(x); }", "function f; launch ns::kadd"},
          {"void f() { kadd <<< 1, 1 >>> (x); }", "function f; launch kadd"},
          {"#define GO(n) kadd<n> \\\n  <<<1, 1>>>()", "launch kadd"},
          {"AT_DISPATCH(t, \"k\", [&] { kadd<scalar_t><<<1, 1>>>(x); });", "launch kadd"},
          {"cudaLaunchKernel((const void*)kadd<float>, g, b, args);", "launch kadd"},
          {"cudaLaunchKernel(reinterpret_cast<void*>(&ns::kadd), g);", "launch ns::kadd"},
          {"cudaLaunchKernelEx(&config, kadd<T>, a, b);", "launch kadd"},
          {"hipLaunchKernelGGL(kadd, g, b, 0, 0, x);", "launch kadd"},
          {"cudaLaunchKernel(f, g);", ""},
          {"auto p = kadd<float>;", "kernel kadd"},
          {"cudaFuncGetAttributes(&a, (const void*)kadd);", "kernel kadd"},
          {"set(&kadd);", "kernel kadd"},
          {"int kadd = 1; f(kadd);", ""},
          {"x.kadd(1); y->kadd(2);", ""},
          {"void kadd(int x) {}\nvoid f() { kadd(1); }", "function kadd; function f"},
          {"__global__ void kadd() {}\nvoid f() { use(kadd); }", "definition kadd; function f; kernel kadd"},
          {"// kadd<<<1, 1>>>\n/* kadd<<<1, 1>>> */", ""},
          {"// kadd \\\n kadd<<<1, 1>>>(x);", ""},
          {"puts(\"kadd<<<1, 1>>>\");", ""},
          {"auto s = R\"x(kadd<<<1,1>>> \")\" )x\"; kadd<<<1, 1>>>();", "launch kadd"},
          {"int n = 1'000'000; char c = '\"'; kadd<<<1, 1>>>();", "launch kadd"},
          {"#include \"kadd<<<\"\n#error don't kadd<<<1>>>\nkadd<<<1, 1>>>();", "launch kadd"},
          {"f<::kadd>(); kadd<%>", ""},
          {"cuModuleGetFunction(&f, m, \"kadd\");", "kernel text kadd"},
      });
}

TEST(Mentions, OfRangesInCpp) {
  check(kMentionsCpp,
        {
            {"nvtxRangePushA(\"step\");", "range step"},
            {"nvtxRangePush(\"a\" \"b\");", "range ab"},
            {"nvtxRangePushW(L\"wide\");", "range wide"},
            {"nvtx3::scoped_range r{\"step\"};", "range step"},
            {"nvtx3::scoped_range_in<domain> const r(\"step\");", ""},
            {"nvtx3::scoped_range_in<domain> r(\"step\");", "range step"},
            {"nvtx3::event_attributes a{\"step\", nvtx3::rgb{1, 2, 3}};", "range step"},
            {"attr.message.ascii = \"step\";", "range step"},
            {"RECORD_FUNCTION(\"step\", {});", "range step"},
            {"raft::common::nvtx::range scope(\"layer %d\", i);", "range layer *"},
            {"nvtxRangePushA((\"layer \" + std::to_string(i)).c_str());", "range layer *"},
            {"nvtxRangePushA((std::string(\"layer \") + name).c_str());", "range layer *"},
            {"nvtxRangePushA(fmt::format(\"layer {} of {}\", i, n).c_str());", "range layer * of *"},
            {"nvtx3::scoped_range r{std::format(\"layer {}\", i)};", "range layer *"},
            {"nvtxRangePushA(absl::StrCat(\"layer \", i).c_str());", "range layer *"},
            {"nvtxRangePushA(a + \"layer\");", ""},
            {"nvtxRangePushA(name);", ""},
            {"nvtxDomainCreateA(\"step\");", ""},
            {"FUSER_PERF_SCOPE(\"A::b\");", "range A::b"},
            {"printf(\"step\");", ""},
            {"// nvtxRangePushA(\"step\")", ""},
            {"nvtxRangePushA(R\"(a\"b)\");", "range a\"b"},
        });
}

TEST(Mentions, OfFunctionsInCpp) {
  check(
      kMentionsCpp,
      {
          {"namespace n { void Model::forward(int x = {1}) const noexcept { } }",
           "function n::Model::forward"},
          {"class Model final : public Base<int> {\n public:\n  Model() : x_{1}, y_(2) {}\n  void run() override { if (x) { } }\n};",
           "function Model; function Model::Model; function Model::run"},
          {"void run() { NVTX3_FUNC_RANGE(); }", "function run; function range run"},
          {"void A::run() { auto f = [&] { NVTX3_FUNC_RANGE_IN(d); }; }",
           "function A::run; function range A::run"},
          {"#define NVTX3_FUNC_RANGE() x", ""},
          {"NVTX3_FUNC_RANGE();", ""},
          {"#if A\nvoid f(int) {\n#else\nvoid f(long) {\n#endif\n  g();\n}\nvoid h() {}",
           "function f; function f; function h"},
          {"struct S s = {1};\nint a[] = {1, 2};\nenum E { x };\nvoid f() {}", "function f"},
          {"auto f() -> int { return 1; }", "function f"},
          {"[[nodiscard]] ATTR(x) int f(int) { for (;;) { } }", "function f"},
          {"TEST(A, B) { }", "function TEST"},
          {"<% %> void f() <% %>", "function f"},
      });
}

// What may stand at the end of a source that is being written, or in one that nobody wrote.
const std::vector<std::string> kBrokenPieces = {"'",
                                                "\"\"\"",
                                                "'\\",
                                                "R\"",
                                                "R\"(",
                                                "R\"x(",
                                                "/*",
                                                "//",
                                                "f'{",
                                                "f\"{x",
                                                "r'",
                                                "0x",
                                                "\xC3",
                                                "@",
                                                "@a.",
                                                "def",
                                                "class",
                                                "from",
                                                "import",
                                                "from x import (",
                                                "k[",
                                                "k[(",
                                                "k<<<",
                                                "><<<",
                                                "k<",
                                                "<",
                                                "::",
                                                ".",
                                                "->",
                                                "template <",
                                                "__global__",
                                                "__global__ void k(",
                                                "namespace",
                                                "#if",
                                                "#else",
                                                "#endif",
                                                "#",
                                                "{",
                                                "}",
                                                "(",
                                                ")",
                                                "]",
                                                "nvtx(",
                                                "nvtx.x('",
                                                "nvtx.x(f'{",
                                                "nvtx.x('%",
                                                "nvtx.x('%(",
                                                "nvtx{\"a",
                                                "cudaLaunchKernel(",
                                                "x.ascii =",
                                                "NVTX3_FUNC_RANGE",
                                                "async def",
                                                "struct",
                                                ";",
                                                "\\",
                                                "\\\n",
                                                "'''"};

// It must not end or hold up the reader.
TEST(Mentions, AreFoundInBrokenSources) {
  for (const std::string& piece : kBrokenPieces)
    for (const SourceLanguage language : {kMentionsPython, kMentionsCpp})
      for (const std::string around : {"", " ", "\n", "x(", "k", "nvtx.range_push("}) {
        mentions(language, around + piece);
        mentions(language, piece + around);
        mentions(language, piece + around + piece);
      }
}

TEST(Mentions, TakeATimeThatGoesWithTheLength) {
  if (NSYS_AI_TEST_SANITIZED) GTEST_SKIP() << "A sanitizer slows the program down.";
  for (const std::string piece :
       {"k<",           "k<<<",          "><<<",        "(",         "{",
        "[k](",         "f\"{",          "R\"a(",       "k::",       "k.",
        "#if\n",        "#if\n{",        "nvtx(",       "a ",        "'",
        "\"",           "class a:\n",    "@k\n",        "k[",        ") ",
        "template <",   "__global__ f(", "nvtx.x('a'+", "f(a{},",    "/*/",
        "namespace a{", "\\\n",          "def k(",      "import k,", "cudaLaunchKernel(k,"}) {
    std::string source;
    while (source.size() < (1u << 20)) source += piece;
    for (const SourceLanguage language : {kMentionsPython, kMentionsCpp}) {
      const auto start = std::chrono::steady_clock::now();
      mentions(language, source);
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
      EXPECT_LT(took.count(), 5.0) << piece;
    }
  }
}

TEST(Mentions, AreReadUpToALimit) {
  const std::string launch = "kadd[grid](x)\n";
  std::string source = launch + std::string(kMaxSourceBytes, ' ') + launch;
  EXPECT_EQ(mentions(kMentionsPython, source), "launch kadd");
}

TEST(SourceLanguages, AreToldByIdOrEnding) {
  EXPECT_EQ(source_language("python", "x"), kMentionsPython);
  EXPECT_EQ(source_language("cuda-cpp", "x"), kMentionsCpp);
  EXPECT_EQ(source_language("", "file:///a.cu"), kMentionsCpp);
  EXPECT_EQ(source_language("", "file:///a.pyi"), kMentionsPython);
  EXPECT_EQ(source_language("rust", "file:///a.rs"), std::nullopt);
}

}  // namespace
}  // namespace nsys_ai::test
