"""Ranges in CUDA and C++ sources: nsys-ai puts them in, g++ compiles them, NVTX says which ran, and they are taken back."""
import os
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.path.realpath(os.environ.get("NSYS_AI_PROGRAM", os.path.join(ROOT, "build/nsys-ai")))
PACKAGES = os.path.join(ROOT, "build/tree-sitter")
HEADERS = os.path.join(PACKAGES, "nvidia/nvtx/include")

KERNELS = r"""#include <cuda_runtime.h>

template <typename T>
__global__ void scale(T* values, int n) { values[threadIdx.x] *= n; }
__host__ __device__ int both(int x) { return min(x, 3); }
DEVICE_INLINE int hidden(int x) { return min(x, 3); }
constexpr int early(int x) { return both(x); }
int naked() __attribute__((naked));
namespace net {
class Layer {
 public:
  Layer() : size_(count()) { reset(); }
  ~Layer() { reset(); }
  int size() const { return size_; }
  void operator()(float* x) { scale<float><<<1, 32, 0, stream_>>>(x, 2); }
};
}  // namespace net
extern "C" void net_forward(float* x, int mode) {
  OPEN_SCOPE(x);
  CUDA_CHECK(cudaMemsetAsync(x, 0, 4));
  auto grid = dim3(1);
  switch (mode) {
    case 0:
      scale<<<grid, 1>>>(x, 1);
      break;
    default:
      scale<<<grid, 1>>>(x, 2);
  }
#pragma unroll
  for (int i = 0; i < 2; ++i) scale<<<grid, 1>>>(x, i);
  if (mode > 3) goto done;
  DISPATCH(mode, "scale", [&] { scale<scalar_t><<<grid, 1>>>(x, 4); });
done:
  release(x);
}
void each(float* x) { apply([=] __device__(int i) { poke(x, i); }); }
generator<int> numbers() { co_yield count(); }
int in_macro MACRO_ARGS(int) { broken( }
"""

REGIONS = """\
k.cu:4:scale|function|it can run on the GPU
k.cu:5:both|function|it can run on the GPU
k.cu:6:hidden|function|DEVICE_INLINE in its head may be a macro for code of the GPU
k.cu:7:early|function|it can run in the compiler
k.cu:12:net::Layer::Layer|function|
k.cu:12:net::Layer::Layer(2)|statement|
k.cu:13:net::Layer::~Layer|function|
k.cu:13:net::Layer::~Layer(2)|statement|
k.cu:14:net::Layer::size|function|it calls nothing
k.cu:15:net::Layer::operator()|function|
k.cu:15:net::Layer::operator()(2)|statement|
"""

PROGRAM_SOURCE = r"""#define _GNU_SOURCE 1
#include <cstdio>
#include <stdexcept>
#include <vector>

#define CHECK(x) do { if (!(x)) std::puts("bad"); } while (0)
static int depth = 0;
int launch(const char* name) { std::printf("%*s%s at %d\n", depth, "", name, __LINE__); return depth; }
template <class T> struct Net {
  T scale;
  explicit Net(T by) : scale(by) { launch("made"); }
  ~Net() { launch("gone"); }
  T forward(T x) {
    if (x < 0) return launch("early"), -x;
    for (int i = 0; i < 2; ++i)
      if (i) launch("odd"); else launch("even");
    auto twice = [&](T y) { launch("twice"); return y * 2; };
    switch (int(x)) {
      case 1: launch("one"); break;
      default: launch("many"); return twice(x);
    }
    return twice(x) + 1;
  }
};
void fails() { CHECK(launch("fails") == 0); throw std::runtime_error("on purpose"); }
int main() { // the first line
  Net<int> net(3);
  try { fails(); } catch (const std::exception& of) { std::puts(of.what()); launch("caught"); }
  int sum = 0, again = 0;
back:
  sum += net.forward(again - 1);
  if (++again < 4) goto back;
  std::printf("%d from line %d\n", sum, __LINE__);
  return launch("end");
}
"""

# Has NVTX's ranges printed as they begin and end.
PRINTER = r"""
#include <nvtx3/nvToolsExt.h>
#include <stdio.h>
static int NVTX_API begin(const char* text) { fprintf(stderr, "+%s\n", text); return 0; }
static int NVTX_API end(void) { fputs("-\n", stderr); return 0; }
__attribute__((visibility("default"))) int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t get) {
  const NvtxExportTableCallbacks* of = (const NvtxExportTableCallbacks*)get(NVTX_ETID_CALLBACKS);
  NvtxFunctionTable table;
  unsigned count;
  of->GetModuleFunctionTable(NVTX_CB_MODULE_CORE, &table, &count);
  *table[NVTX_CBID_CORE_RangePushA] = (NvtxFunctionPointer)begin;
  *table[NVTX_CBID_CORE_RangePop] = (NvtxFunctionPointer)end;
  return 1;
}
"""


@unittest.skipUnless(os.path.isdir(PACKAGES), "it needs tests/e2e/get-tree-sitter")
class Annotate(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "wb") as file:
            file.write(text.encode())

    def read(self, name):
        with open(os.path.join(self.folder, name), "rb") as file:
            return file.read().decode()

    def run_in(self, *words, code=0, **more):
        done = subprocess.run(words, cwd=self.folder, env={**os.environ, "PYTHONPATH": PACKAGES, **more}, capture_output=True, text=True)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout, done.stderr

    def nsys_ai(self, *words, code=0):
        return self.run_in(PROGRAM, *words, code=code)

    def regions(self, name):
        rows = self.nsys_ai("annotate", "regions", name, "--format", "csv")[0].splitlines()[1:]
        return {row.split(",")[0]: (row.split(",")[1], ",".join(row.split(",")[4:]).strip('"')) for row in rows}

    def compiled(self, name):
        self.run_in("g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-I", HEADERS, name, "-o", name + ".out", "-ldl")
        self.run_in("gcc", "-shared", "-fPIC", "-I", HEADERS, "printer.c", "-o", "printer.so")
        return self.run_in("./" + name + ".out", NVTX_INJECTION64_PATH=os.path.join(self.folder, "printer.so"))

    def test_regions_and_what_is_refused(self):
        self.write("k.cu", KERNELS)
        found = self.regions("k.cu")
        lines = "".join(f"{label}|{kind}|{why}\n" for label, (kind, why) in found.items())
        self.assertTrue(lines.startswith(REGIONS), lines)
        why = {}
        for label, (kind, reason) in found.items():
            if kind == "statement":
                why.setdefault(label.split(":")[1], reason)
        self.assertEqual(why["19"], "OPEN_SCOPE may be a macro that declares something")
        self.assertEqual(why["20"], "")
        self.assertEqual(why["21"], "what it declares would end with its range")
        self.assertEqual((why["22"], why["24"], why["27"]), ("", "", ""))
        self.assertEqual(why["30"], "a directive is about it")
        self.assertNotIn("poke", self.nsys_ai("annotate", "apply", "k.cu", "--patch")[0])
        self.assertEqual(why["34"], "")
        self.assertEqual(found["k.cu:36:each"][1], "the parser does not understand line 36")
        self.assertEqual(found["k.cu:37:numbers"][1], "it can be suspended, and the range would stay open")

    def test_all_ranges_and_back_also_after_edits(self):
        for end in ("\n", "\r\n"):
            before = KERNELS.replace("\n", end)
            self.write("k.cu", before)
            every = [word for label, (_, why) in self.regions("k.cu").items() if not why for word in ("--region", label)]
            self.nsys_ai("annotate", "apply", "k.cu", *every)
            made = self.read("k.cu")
            self.assertEqual(made.count("\n"), before.count("\n"))
            self.assertIn('void operator()(float* x) { struct nsys_ai_function_15 { nsys_ai_function_15() { ::nvtxRangePushA("k.cu:15:net::Layer::operator()"); } ~nsys_ai_function_15() { ::nvtxRangePop(); } } nsys_ai_function_15_;', made)
            self.assertIn('#include <cuda_runtime.h>' + end + '#include <nvtx3/nvToolsExt.h> // nsys-ai' + end, made)
            self.write("k.cu", made.replace("(x, 4)", "(x, 5)").replace("CUDA_CHECK(", "MY_CHECK("))
            self.nsys_ai("annotate", "revert", "k.cu")
            self.assertEqual(self.read("k.cu"), before.replace("(x, 4)", "(x, 5)").replace("CUDA_CHECK(", "MY_CHECK("))

    def test_the_program_is_the_same_and_each_range_ends(self):
        self.write("printer.c", PRINTER)
        self.write("p.cpp", PROGRAM_SOURCE)
        plain, nothing = self.compiled("p.cpp")
        self.assertEqual(nothing, "")
        every = [word for label, (_, why) in self.regions("p.cpp").items() if not why for word in ("--region", label)]
        self.nsys_ai("annotate", "apply", "p.cpp", *every)
        text, ranges = self.compiled("p.cpp")
        self.assertEqual(text, plain)
        depth, seen = 0, set()
        for line in ranges.splitlines():
            depth += 1 if line[0] == "+" else -1
            self.assertGreaterEqual(depth, 0)
            seen.add(line[1:])
        self.assertEqual(depth, 0)
        self.assertLessEqual({"p.cpp:13:Net::forward", "p.cpp:11:Net::Net", "p.cpp:25:fails", "p.cpp:17:Net::forward(2)"}, seen)
        self.nsys_ai("annotate", "revert", "p.cpp")
        self.assertEqual(self.read("p.cpp"), PROGRAM_SOURCE)

    def test_a_jump_past_a_range_is_refused(self):
        self.write("j.cpp", "void f(int x) {\n  if (x) {\n    g();\n  in:\n    h();\n  }\n  if (x > 1) goto in;\n}\n")
        found = self.regions("j.cpp")
        self.assertEqual(found["j.cpp:2:f"][1], "a jump into it would pass the range by")
        self.assertEqual(found["j.cpp:3:f"][1], "")

    def test_a_source_without_an_empty_line_keeps_its_numbers(self):
        self.write("printer.c", PRINTER)
        self.write("n.cpp", '#include <cstdio>\nint main() {\n  std::printf("%d\\n", __LINE__);\n}\n')
        self.nsys_ai("annotate", "apply", "n.cpp")
        self.assertEqual(self.read("n.cpp").splitlines()[1:3], ["#include <nvtx3/nvToolsExt.h> // nsys-ai", "#line 2 // nsys-ai"])
        self.assertEqual(self.compiled("n.cpp"), ("3\n", "+n.cpp:2:main\n-\n"))
        self.nsys_ai("annotate", "revert", "n.cpp")
        self.assertNotIn("nsys", self.read("n.cpp"))

    def test_a_header_that_may_be_c_is_left_alone(self):
        self.write("c.h", "static inline int f(int x) { return g(x); }\n")
        self.assertEqual(self.regions("c.h")["c.h:1:f"][1], "its source may be C, which has no scoped ranges")
        self.nsys_ai("annotate", "apply", "c.h", code=1)

    def test_ranges_that_were_edited_stay_with_the_reason(self):
        self.write("n.cpp", "int f();\n\nint main() {\n  return f();\n}\n")
        self.nsys_ai("annotate", "apply", "n.cpp", "--region", "n.cpp:4:main")
        self.write("n.cpp", re.sub(r" /\* nsys-ai \*/ }", "}", self.read("n.cpp")))
        said = self.nsys_ai("annotate", "revert", "n.cpp", code=1)[1]
        self.assertIn("n.cpp keeps its ranges: a range has lost its end or its start", said)

    def test_suggest_has_the_launch_in_its_patch(self):
        self.write("k.cu", "#include <k.h>\n\nvoid f(float* x) {\n  prepare(x);\n  scale<<<1, 1>>>(x);\n}\n")
        self.write("p.sketch", 'device 0 "H200"\ngpu 0 stream 7 scale 10..20us [launch=1..2us] other 30..31us [launch=3..4us]\n')
        self.run_in(os.path.join(ROOT, "build/tests/support/sketch"), "p.sketch", "p.sqlite")
        patch = self.nsys_ai("suggest", "p.sqlite", "--source", ".", "--patch")[0]
        added = [line[1:] for line in patch.splitlines() if line.startswith("+") and not line.startswith("+++")]
        self.assertEqual(added, ["#include <nvtx3/nvToolsExt.h> // nsys-ai",
                                 '  { struct nsys_ai_range_5 { nsys_ai_range_5() { ::nvtxRangePushA("k.cu:5:f"); } ~nsys_ai_range_5() { ::nvtxRangePop(); } } nsys_ai_range_5_; scale<<<1, 1>>>(x); /* nsys-ai */ }'])

    def test_a_folder_of_both_languages(self):
        self.write("a.py", "def f(x):\n    return g(x)\n")
        self.write("b.cc", "int f(int x) { return g(x); }\n")
        found = self.regions(".")
        self.assertEqual({"a.py:1:f", "b.cc:1:f"} - set(found), set())
        self.nsys_ai("annotate", "apply", ".", "--entry", "f")
        self.assertIn("nsys_ai", self.read("a.py"))
        self.assertIn("nsys_ai", self.read("b.cc"))
        self.assertIn("2 files", self.nsys_ai("annotate", "revert", ".")[0])


if __name__ == "__main__":
    unittest.main(verbosity=2)
