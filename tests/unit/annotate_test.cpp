// What a profile knows of what a source mentions.
#include <gmock/gmock.h>

#include "analysis/kernels/kernel_stats.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "annotate/source_matches.h"
#include "annotate/source_names.h"
#include "tests/unit/profile_file.h"

namespace nsys_ai::test {
namespace {

constexpr auto kPython = SourceLanguage::python;
constexpr auto kCpp = SourceLanguage::cpp;

// A line for each match: the words of the source, then what the profile knows.
std::string matched(const Profile& profile, SourceLanguage language, const std::string& source,
                    const std::string& path = "/src/train.py") {
  const auto& kernels = profile.derived(build_kernel_stats).by_total;
  const auto& labels = profile.derived(build_nvtx_labels).labels;
  std::string text;
  for (const SourceMatch& match : match_source(profile, language, source, path).all) {
    text += source.substr(match.mention.begin, match.mention.end - match.mention.begin) + ":";
    for (const uint32_t kernel : match.kernels) text += " " + std::string(profile.text(kernels[kernel].name));
    for (const uint32_t label : match.labels) text += " [" + labels[label].label + "]";
    if (match.partial) text += " in part";
    if (match.same_named > 1) text += " or another of " + std::to_string(match.same_named);
    text += "\n";
  }
  return text;
}

TEST(SourceMatches, OfKernelsAreByWholeNames) {
  const ProfilePtr profile = loaded(
      "gpu 0 stream 7   \"void ns::gemm<float>(float*)\" 10..20us\n"
      "gpu 0 stream 7   \"void ns::gemm<half>(half*)\" 30..50us   gemm_bias 60..70us\n");
  EXPECT_EQ(matched(*profile, kCpp, "gemm<<<1, 1>>>(x)"),
            "gemm: void ns::gemm<half>(half*) void ns::gemm<float>(float*)\n");
  EXPECT_EQ(matched(*profile, kCpp, "gem<<<1, 1>>>(x)"), "");
  EXPECT_EQ(matched(*profile, kPython, "f('gemm_bias')"), "");
  EXPECT_EQ(matched(*profile, kPython, "m.get_function('gemm_bias')"), "'gemm_bias': gemm_bias\n");
}

TEST(SourceMatches, OfKernelsRespectWhatTheSourceSaysOfTheNamespace) {
  const ProfilePtr profile = loaded(
      "gpu 0 stream 7   \"void a::k(float*)\" 10..20us   \"void b::k(float*)\" 30..50us\n"
      "gpu 0 stream 7   \"void (anonymous namespace)::own(float*)\" 60..70us\n");
  EXPECT_EQ(matched(*profile, kCpp, "k<<<1, 1>>>(x)"), "k: void b::k(float*) void a::k(float*)\n");
  EXPECT_EQ(matched(*profile, kCpp, "a::k<<<1, 1>>>(x)"), "k: void a::k(float*)\n");
  EXPECT_EQ(matched(*profile, kCpp, "namespace b { __global__ void k(float*) {} }"),
            "k: void b::k(float*)\n");
  EXPECT_EQ(matched(*profile, kCpp, "namespace c { __global__ void k(float*) {} }"), "");
  EXPECT_EQ(matched(*profile, kCpp, "namespace { __global__ void own(float*) {} }"),
            "own: void (anonymous namespace)::own(float*)\n");
}

TEST(SourceMatches, OfTritonAndNumbaKernelsForgiveWhatTheirCompilersAppend) {
  const ProfilePtr profile = loaded("gpu 0 stream 7   add_kernel_0d1d2de3c 10..20us   matmul_0 30..50us\n");
  EXPECT_EQ(matched(*profile, kPython, "add_kernel[grid](x)"), "add_kernel: add_kernel_0d1d2de3c\n");
  EXPECT_EQ(matched(*profile, kPython, "matmul[grid](x)"), "");
  EXPECT_EQ(source_name("k$241"), "k");
  EXPECT_EQ(source_name("k[abi:v1][abi:c8]"), "k");
  EXPECT_EQ(source_name("k_0d"), "k");
  EXPECT_EQ(source_name("k_0"), "k_0");
  EXPECT_EQ(source_name("fp_d"), "fp_d");
}

TEST(SourceMatches, OfRangesAreByLabel) {
  const ProfilePtr profile = loaded(
      "nvtx thread 1   \"step 3\" 0..100us   forward 1..2us   \"layer attn\" 3..4us   \"layer mlp\" 5..9us\n"
      "nvtx thread 1   block0 10..11us   block12 12..13us   \"blocked\" 14..15us\n");
  const auto push = [&](const std::string& text) {
    return matched(*profile, kPython, "nvtx.mark(" + text + ")");
  };
  EXPECT_EQ(push("'forward'"), "'forward': [forward]\n");
  EXPECT_EQ(push("'step 7'"), "'step 7': [step #]\n");
  EXPECT_EQ(push("f'step {i}'"), "f'step {i}': [step #]\n");
  EXPECT_EQ(push("f'layer {n}'"), "f'layer {n}': [layer mlp] [layer attn] in part\n");
  EXPECT_EQ(push("f'layer {n}p'"), "f'layer {n}p': [layer mlp] in part\n");
  EXPECT_EQ(push("'block%d' % i"), "'block%d': [block0] [block12] [blocked] in part\n");
  EXPECT_EQ(push("f'{n}'"), "");
  EXPECT_EQ(push("f'la{n}'"), "");
  EXPECT_EQ(push("'layer'"), "");
}

TEST(SourceMatches, OfFunctionsAreByWhatLabelsSayOfThem) {
  const ProfilePtr profile = loaded(
      "nvtx thread 1   Encoder.forward 0..10us   \"nn.Module: Model_0\" 20..30us   \"train.py(12): step\" 40..50us\n"
      "nvtx thread 1   \"Optimizer.step#Adam.step\" 60..70us   \"loss\" 80..90us   \"ns::Solver::run\" 91..92us\n");
  EXPECT_EQ(matched(*profile, kPython, "class Encoder:\n  def forward(self): pass"),
            "forward: [Encoder.forward]\n");
  EXPECT_EQ(matched(*profile, kPython, "class Decoder:\n  def forward(self): pass"), "");
  EXPECT_EQ(matched(*profile, kPython, "class Model: pass"), "Model: [nn.Module: Model_0]\n");
  EXPECT_EQ(matched(*profile, kPython, "def step(): pass"),
            "step: [Optimizer.step#Adam.step] [train.py(#): step]\n");
  EXPECT_EQ(matched(*profile, kPython, "class Run:\n  def step(self): pass"), "step: [train.py(#): step]\n");
  EXPECT_EQ(matched(*profile, kPython, "class Run:\n  def step(self): pass", "/src/other.py"), "");
  EXPECT_EQ(matched(*profile, kCpp, "namespace ns { void Solver::run() { NVTX3_FUNC_RANGE(); } }"),
            "run: [ns::Solver::run]\nNVTX3_FUNC_RANGE: [ns::Solver::run]\n");
  EXPECT_EQ(matched(*profile, kPython, "class A:\n  def loss(self): pass\nclass B:\n  def loss(self): pass"),
            "loss: [loss] or another of 2\nloss: [loss] or another of 2\n");
  EXPECT_EQ(matched(*profile, kPython, "loss(x)"), "");
}

TEST(SourceMatches, AreFoundByPlace) {
  const ProfilePtr profile = loaded("gpu 0 stream 7   k 10..20us\n");
  const SourceMatches matches = match_source(*profile, kCpp, "k<<<1>>>(); k<<<1>>>();", "");
  ASSERT_EQ(matches.all.size(), 2u);
  EXPECT_EQ(matches.at(0), &matches.all[0]);
  EXPECT_EQ(matches.at(1), &matches.all[0]) << "where a cursor stands behind it";
  EXPECT_EQ(matches.at(2), nullptr);
  EXPECT_EQ(matches.at(12), &matches.all[1]);
  EXPECT_EQ(matches.at(1000), nullptr);
}

}  // namespace
}  // namespace nsys_ai::test
