// Builds statements from the facts of a name, and for Inductor's kernels from the operators that they list.
#include "analysis/kernel_names/name_statements.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/collectives/collectives.h"

namespace nsys_ai {
namespace {

// PyTorch operators, by which a list of operators can be split, since many contain underscores. Sorted, each
// followed by a space.
constexpr std::string_view kOperators =
    "_adaptive_avg_pool2d _conj _fft_c2c _fft_c2r _fft_r2c _fused_rms_norm _log_softmax "
    "_log_softmax_backward_data _native_batch_norm_legit _native_batch_norm_legit_functional "
    "_native_batch_norm_legit_no_training _scaled_dot_product_cudnn_attention "
    "_scaled_dot_product_efficient_attention _scaled_dot_product_flash_attention "
    "_scaled_dot_product_flash_attention_backward _scaled_mm _softmax _softmax_backward_data _to_copy "
    "_unsafe_index _unsafe_index_put _unsafe_view abs acos add addcdiv addcmul addmm alias all amax amin "
    "any arange argmax argmin as_strided as_strided_scatter asin atan atan2 avg_pool2d baddbmm batch_norm "
    "bernoulli bitwise_and bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift bitwise_xor bmm "
    "cat ceil clamp clamp_max clamp_min clone constant_pad_nd contiguous convolution convolution_backward "
    "copy cos cosh cross_entropy_loss cumprod cumsum detach diagonal div dropout einsum elu elu_backward "
    "embedding embedding_dense_backward empty empty_like eq erf exp expand expm1 fill flex_attention "
    "flex_attention_backward flip floor floor_divide fmha_v3_fwd fmod full full_like fused_add_rms_norm "
    "gather ge gelu gelu_backward glu group_norm gt hardsigmoid hardswish hardswish_backward hardtanh "
    "index index_add index_put index_select isinf isnan layer_norm le leaky_relu leaky_relu_backward lerp "
    "lift_fresh lift_fresh_copy linear linspace log log1p log2 log_sigmoid_forward logical_and "
    "logical_not logical_or logical_xor logsumexp lt masked_fill max max_pool2d_with_indices "
    "max_pool2d_with_indices_backward maximum mean min minimum mish mm moe_forward moe_forward_shared mul "
    "mv native_batch_norm native_batch_norm_backward native_dropout native_dropout_backward "
    "native_group_norm native_group_norm_backward native_layer_norm native_layer_norm_backward ne neg "
    "new_empty new_full new_ones new_zeros nll_loss_backward nll_loss_forward norm ones ones_like pad "
    "permute pixel_shuffle pow prod rand rand_like randint randn randn_like reciprocal relu remainder "
    "repeat repeat_interleave reshape rms_norm roll rotary_embedding round rsqrt rsub scalar_tensor "
    "scaled_dot_product_attention scatter scatter_add scatter_reduce select select_backward "
    "select_scatter sigmoid sigmoid_backward sign silu silu_and_mul silu_backward sin sinh slice "
    "slice_backward slice_scatter softplus sort split split_with_sizes sqrt square squeeze stack std sub "
    "sum t tan tanh tanh_backward threshold_backward topk transpose tril triu trunc unbind unfold "
    "unsafe_split unsqueeze upsample_bilinear2d upsample_nearest2d var var_mean view view_as_complex "
    "view_as_real where zeros zeros_like ";

// The longest operator at the beginning of the text; empty where there is none.
std::string_view operator_at(std::string_view text) {
  std::string_view longest;
  for (size_t at = 0; at < kOperators.size();) {
    const size_t end = kOperators.find(' ', at);
    const std::string_view name = kOperators.substr(at, end - at);
    at = end + 1;
    if (name.size() <= longest.size() || !text.starts_with(name)) continue;
    if (name.size() == text.size() || text[name.size()] == '_') longest = name;
  }
  return longest;
}

struct InductorName {
  std::string_view kind;       // `poi`
  std::string_view operators;  // `add_native_layer_norm`
};

// triton_<kind>_fused_<operators>_<number>
InductorName inductor_name(std::string_view base) {
  constexpr std::string_view kPrefix = "triton_";
  constexpr std::string_view kFused = "_fused_";
  if (!base.starts_with(kPrefix) || base.substr(kPrefix.size() + 3).find(kFused) != 0) return {};
  InductorName name{base.substr(kPrefix.size(), 3), base.substr(kPrefix.size() + 3 + kFused.size())};
  const size_t last = name.operators.rfind('_');
  int32_t number = 0;
  if (read_number(name.operators.substr(last == std::string_view::npos ? 0 : last + 1), number))
    name.operators = name.operators.substr(0, last == std::string_view::npos ? 0 : last);
  return name;
}

std::string_view kind_of_inductor(std::string_view kind) {
  constexpr std::pair<std::string_view, std::string_view> kKinds[] = {
      {"for", "foreach"},   {"per", "persistent reduction"}, {"poi", "pointwise"},
      {"red", "reduction"}, {"spl", "split scan"},           {"tem", "template"}};
  for (const auto& [word, text] : kKinds)
    if (word == kind) return text;
  return "";
}

bool has_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

std::string extents(const KernelTile& of) {
  std::string text;
  for (const int32_t extent : {of.m, of.n, of.k})
    if (extent > 0) text += fmt::format("{}{}", text.empty() ? "" : " x ", extent);
  return text;
}

class Statements {
 public:
  Statements(std::string_view name, const KernelFacts& facts, const SpelledName& spelled)
      : name_(name), facts_(facts), spelled_(spelled) {}

  std::vector<NameStatement> all() {
    say_what();
    say_formats();
    say_shape();
    say_fused();
    if (facts_.architecture.is_known())
      say(fmt::format("built for {}", facts_.architecture.value.text()), facts_.architecture.how);
    if (facts_.tensor_cores == TensorCoreUse::likely) say("on tensor cores", FactBasis::inferred);
    if (facts_.tensor_cores == TensorCoreUse::unlikely) say("without tensor cores", FactBasis::inferred);
    // The family alone is already shown beside the name.
    const bool is_family_alone = all_.size() == 1 && !names_library() && !is(KernelFamily::communication);
    return is_family_alone ? std::vector<NameStatement>() : std::move(all_);
  }

 private:
  void say(std::string text, FactBasis how) {
    if (!text.empty() && how != FactBasis::unknown) all_.push_back({std::move(text), how});
  }
  bool is(KernelFamily family) const { return facts_.family.is_known() && facts_.family.value == family; }
  bool is_of(KernelLibrary library) const {
    return facts_.library.is_known() && facts_.library.value == library;
  }

  bool names_library() const {
    return facts_.library.is_known() && facts_.library.value != KernelLibrary::none;
  }

  void say_what() {
    const std::string library = names_library() ? std::string(name_of(facts_.library.value)) : "";
    const std::string what = thing();
    const FactBasis how = library.empty() ? facts_.family.how : facts_.library.how;
    say(library + (library.empty() || what.empty() ? "" : " ") + what, how);
  }

  // For NCCL: one kernel implements all collectives of the same sort with one number format.
  bool is_stub() const { return has_any(spelled_.base, {"ncclDevKernel", "ncclKernel"}); }

  std::string thing() const {
    if (is(KernelFamily::communication)) {
      const Collective collective = collective_of(name_).collective;
      return collective == Collective::other ? "communication" : std::string(name_of(collective));
    }
    const InductorName inductor = inductor_name(spelled_.base);
    if (!inductor.kind.empty()) return std::string(kind_of_inductor(inductor.kind));
    std::string text = is(KernelFamily::gemm)    ? "GEMM"
                       : is(KernelFamily::other) ? ""
                       : facts_.family.is_known()    ? std::string(name_of(facts_.family.value))
                                                 : "";
    if (is_of(KernelLibrary::flash_attention2) || is_of(KernelLibrary::flash_attention3)) text.clear();
    if (!is(KernelFamily::attention)) return text;
    const std::string inside = std::string(spelled_.base) + std::string(spelled_.arguments);
    const bool back = has_any(inside, {"_bwd", "Bwd", "bprop"});
    const bool on = has_any(inside, {"_fwd", "Fwd", "fprop"});
    if (back != on) text += fmt::format("{}{}", text.empty() ? "" : " ", back ? "backward" : "forward");
    return text;
  }

  void say_formats() {
    if (facts_.input.is_known())
      say(input_format(facts_) + (is_of(KernelLibrary::nccl) ? "" : " in"), facts_.input.how);
    if (facts_.accumulate.is_known())
      say(fmt::format("{} accumulated", name_of(facts_.accumulate.value)), facts_.accumulate.how);
    if (facts_.output.is_known()) say(fmt::format("{} out", name_of(facts_.output.value)), facts_.output.how);
    if (!is_of(KernelLibrary::nccl) || !is_stub()) return;
    const Collective collective = collective_of(name_).collective;
    const bool reduces = collective == Collective::all_reduce || collective == Collective::reduce ||
                         collective == Collective::reduce_scatter;
    say(reduces ? "but not which algorithm, protocol and reduction ran"
                : "but not which algorithm and protocol ran",
        FactBasis::documented);
  }

  void say_shape() {
    if (facts_.head_dimension.is_known())
      say(fmt::format("head dimension {}", facts_.head_dimension.value), facts_.head_dimension.how);
    if (facts_.tile.is_known()) {
      KernelTile tile = facts_.tile.value;
      const bool attends = is(KernelFamily::attention);
      if (attends) tile.k = 0;
      say(fmt::format("{} {}", attends ? "blocks of" : "tile", extents(tile)), facts_.tile.how);
    }
    if (facts_.stages.is_known() && facts_.stages.value > 0)
      say(fmt::format("{} stages", facts_.stages.value), facts_.stages.how);
    if (facts_.cluster.is_known())
      say(fmt::format("cluster {}", extents(facts_.cluster.value)), facts_.cluster.how);
    if (facts_.layout.is_known()) say(fmt::format("layout {}", facts_.layout.value.text()), facts_.layout.how);
  }

  void say_fused() {
    constexpr uint32_t kSplit = 1U << static_cast<unsigned>(FusedOperator::split_k);
    KernelFacts others = facts_;
    others.fused &= ~kSplit;
    if ((facts_.fused & kSplit) != 0) say("K split over blocks", FactBasis::known);
    const bool multiplies = is(KernelFamily::gemm) || is(KernelFamily::convolution);
    if (others.fused != 0)
      say(multiplies ? fused_text(others) + " in the epilogue" : "with " + fused_text(others),
          FactBasis::known);
    const std::string_view listed = inductor_name(spelled_.base).operators;
    if (listed.empty()) return;
    const std::vector<std::string> operators = fused_operators(name_);
    if (operators.empty()) {
      say(fmt::format("made of the operators {}", listed), FactBasis::documented);
      return;
    }
    say(fmt::format("made of the operator{} {}", operators.size() == 1 ? "" : "s",
                    fmt::join(operators, ", ")),
        FactBasis::documented);
  }

  std::string_view name_;
  const KernelFacts& facts_;
  const SpelledName& spelled_;
  std::vector<NameStatement> all_;
};

}  // namespace

std::vector<std::string> fused_operators(std::string_view name) {
  NameSpeller speller;
  std::string_view rest = inductor_name(speller.spell(name).base).operators;
  std::vector<std::string> operators;
  while (!rest.empty()) {
    const std::string_view found = operator_at(rest);
    if (found.empty()) return {};
    std::string text(found);
    rest.remove_prefix(found.size());
    // Names with a leading underscore are sorted first, so a second underscore after a name belongs to the
    // next name.
    if (rest.starts_with("__") || rest == "_") {
      text += '_';
      rest.remove_prefix(1);
    }
    if (!operators.empty() && operators.back() >= text) return {};
    operators.push_back(std::move(text));
    if (!rest.empty()) rest.remove_prefix(1);
  }
  return operators;
}

std::vector<NameStatement> name_statements(std::string_view name) {
  NameSpeller speller;
  const KernelFacts facts = read_kernel_name(name);
  return Statements(name, facts, speller.spell(name)).all();
}

std::string statements_text(const std::vector<NameStatement>& statements) {
  std::string sure, inferred;
  for (const NameStatement& of : statements) {
    std::string& to = of.how == FactBasis::inferred ? inferred : sure;
    to += (to.empty() ? "" : ", ") + of.text;
  }
  if (inferred.empty()) return sure;
  return sure.empty() ? "probably " + inferred : sure + "; probably " + inferred;
}

}  // namespace nsys_ai
