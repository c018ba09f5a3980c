// Kernels whose names show their compiler: OpenMP, OpenACC, Kokkos, RAJA, Julia, CuPy, Numba, XLA,
// TensorFlow.
#include "analysis/kernel_names/schemes/schemes.h"

namespace nsys_ai {
namespace {

using F = KernelFamily;
using L = KernelLibrary;

struct FunctionRule {
  std::string_view text;
  KernelFamily family;
};

// cupy_<ufunc>__<in>_<in>_<out>
constexpr FunctionRule kCupy[] = {
    {"copy", F::copy},     {"concatenate", F::copy}, {"put", F::embedding},    {"take", F::embedding},
    {"scan", F::sort},     {"nonzero", F::sort},     {"sum", F::reduction},    {"max", F::reduction},
    {"min", F::reduction}, {"mean", F::reduction},   {"amax", F::reduction},   {"amin", F::reduction},
    {"random", F::rng},    {"argmax", F::reduction}, {"argmin", F::reduction}, {"prod", F::reduction},
    {"any", F::reduction}, {"all", F::reduction},
};

void read_cupy(const SpelledName& name, KernelFacts& facts) {
  const std::string_view rest = name.base.substr(5);
  const size_t types = rest.find("__");
  const std::string_view ufunc = rest.substr(0, types);
  facts.family = {F::elementwise, FactBasis::inferred};
  for (const FunctionRule& rule : kCupy)
    if (ufunc == rule.text || (ufunc.starts_with(rule.text) && ufunc[rule.text.size()] == '_'))
      facts.family.value = rule.family;
  if (types == std::string_view::npos) return;
  const Words words = split_words(rest.substr(types + 2), name.cut);
  // `float` and `int` are Python scalars, whose NumPy formats differ from C's.
  if (words.count > 1 && words.at(0) != "float" && words.at(0) != "int")
    set_fact(facts.input, format_of_word(words.at(0)), FactBasis::inferred);
}

// The last template argument is Kokkos' functor type; the precision is the first that it names.
void read_kokkos(const SpelledName& name, KernelFacts& facts) {
  if (name.arguments.find("ViewValueFunctor<") != std::string_view::npos)
    facts.family = {F::elementwise, FactBasis::known};
  else if (name.arguments.find("GEMMImpl<") != std::string_view::npos)
    facts.family = {F::gemm, FactBasis::known};
  else if (name.arguments.find("ViewCopy<") != std::string_view::npos)
    facts.family = {F::copy, FactBasis::known};
  else if (name.arguments.find("Impl::ParallelReduce<") != std::string_view::npos)
    facts.family = {F::reduction, FactBasis::known};
  else if (name.arguments.find("Impl::ParallelScan<") != std::string_view::npos)
    facts.family = {F::sort, FactBasis::known};
}

// Elementwise unless an evaluator inside reduces, pads or shuffles.
void read_eigen(const SpelledName& name, KernelFacts& facts) {
  constexpr FunctionRule kEvaluators[] = {
      {"TensorReductionOp<", F::reduction}, {"TensorShufflingOp<", F::copy},
      {"TensorSlicingOp<", F::copy},        {"TensorPaddingOp<", F::copy},
      {"TensorConcatenationOp<", F::copy},  {"TensorGeneratorOp<", F::other},
  };
  facts.family = {F::elementwise, FactBasis::known};
  for (const FunctionRule& rule : kEvaluators)
    if (name.arguments.find(rule.text) != std::string_view::npos) {
      facts.family.value = rule.family;
      break;
    }
  const size_t tensor = name.arguments.find("Eigen::Tensor<");
  if (tensor != std::string_view::npos)
    set_fact(facts.input, format_of_type(template_argument(name.arguments.substr(tensor + 14), 0)));
}

constexpr FunctionRule kHeroes[] = {
    {"copy", F::copy},         {"transpose", F::copy},
    {"concatenate", F::copy},  {"reduce", F::reduction},
    {"scatter", F::embedding}, {"gather", F::embedding},
    {"slice", F::copy},        {"convert", F::elementwise},
    {"pad", F::copy},          {"sort", F::sort},
    {"rng", F::rng},
};
KernelFamily hero(std::string_view text) {
  for (const FunctionRule& rule : kHeroes)
    if (text.starts_with(rule.text)) return rule.family;
  return F::elementwise;
}

// loop_<hero>_fusion[_n], input_<hero>_fusion, wrapped_<op>, gemm_fusion_dot_<n>, fusion_<n>
bool read_xla(std::string_view base, KernelFacts& facts) {
  const size_t end = base.find_last_not_of("0123456789");
  std::string_view plain = base;
  if (end != std::string_view::npos && base[end] == '_') plain = base.substr(0, end);
  const auto found = [&facts](KernelFamily family) {
    set_family(facts, family, L::xla, FactBasis::inferred);
    return true;
  };
  if (plain == "fusion") return found(F::other);
  if (plain.starts_with("gemm_fusion_dot")) return found(F::gemm);
  if (plain.starts_with("loop_") && plain.ends_with("_fusion")) return found(hero(plain.substr(5)));
  if (plain.starts_with("input_") && plain.ends_with("_fusion")) {
    const KernelFamily family = hero(plain.substr(6));
    return found(family == F::elementwise ? F::reduction : family);
  }
  if (plain.starts_with("wrapped_")) return found(hero(plain.substr(8)));
  if (plain == "copy_fusion" || plain == "transpose_fusion") return found(F::copy);
  if (plain == "concatenate") return found(F::copy);
  if (plain == "convert" || plain == "shift_right_logical") return found(F::elementwise);
  return false;
}

// `quda::Kernel3D<quda::CopyGauge_,...>` is a wrapper around its functor.
void read_functor_words(const SpelledName& name, KernelFacts& facts) {
  const std::string_view functor = template_argument(name.arguments, 0);
  read_plain_words(last_component(functor.substr(0, functor.find('<'))), facts);
}
void read_own_words(const SpelledName& name, KernelFacts& facts) { read_plain_words(name.base, facts); }

bool is_nvhpc(std::string_view base) { return base.starts_with("nvkernel_"); }

constexpr NameRule kRules[] = {
    {Where::base_begins, "__omp_offloading_", F::other, L::llvm_openmp},
    {Where::base_has, "$_omp_fn$", F::other, L::gcc_openmp},
    {Where::path_begins, "Kokkos::", F::other, L::kokkos, read_kokkos},
    {Where::path_begins, "desul::", F::other, L::kokkos},
    {Where::path_begins, "RAJA::", F::other, L::raja},
    {Where::path_begins, "quda::", F::other, L::quda, read_functor_words},
    {Where::base_begins, "cupy_", F::other, L::cupy, read_cupy},
    {Where::path_begins, "cudapy::", F::other, L::numba, read_own_words},
    {Where::base_begins, "gpu_broadcast_kernel", F::elementwise, L::julia},
    {Where::base_begins, "gpu_fill_kernel", F::elementwise, L::julia},
    {Where::base_begins, "partial_mapreduce_grid", F::reduction, L::julia},
    {Where::base_begins, "gpu_getindex_kernel", F::embedding, L::julia},
    {Where::base_begins, "gpu_setindex_kernel", F::embedding, L::julia},
    {Where::base_begins, "julia_", F::other, L::julia},
    {Where::base_is, "EigenMetaKernel", F::elementwise, L::eigen, read_eigen},
    {Where::path_begins, "Eigen::internal::", F::other, L::eigen},
    {Where::base_begins, "SwapDimension", F::copy, L::tensorflow},
    {Where::base_begins, "ShuffleInTensor3Simple", F::copy, L::tensorflow, first_type},
    {Where::base_begins, "PadInputCustomKernel", F::copy, L::tensorflow, first_type},
    {Where::base_begins, "BiasNCHWKernel", F::elementwise, L::tensorflow, first_type},
    {Where::base_begins, "BiasNHWCKernel", F::elementwise, L::tensorflow, first_type},
    {Where::base_begins, "FillPhiloxRandom", F::rng, L::tensorflow},
    {Where::path_begins, "tensorflow::", F::other, L::tensorflow},
    {Where::base_begins, "ThreeFry2x32", F::rng, L::jax},
    {Where::path_begins, "jax::", F::other, L::jax},
    {Where::path_begins, "genericReformat::", F::copy, L::tensorrt},
    {Where::base_begins, "__myl_", F::other, L::tensorrt},
    {Where::base_begins, "__raygen__", F::other, L::optix},
    {Where::base_begins, "__closesthit__", F::other, L::optix},
    {Where::base_begins, "__miss__", F::other, L::optix},
    {Where::base_begins, "__anyhit__", F::other, L::optix},
};

}  // namespace

bool read_language(const SpelledName& name, KernelFacts& facts) {
  if (read_by_rules(kRules, name, facts)) return true;
  if (is_nvhpc(name.base)) {
    set_family(facts, F::other, L::nvhpc, FactBasis::inferred);
    return true;
  }
  if (name.base.starts_with("KER") && name.base.size() > 12 &&
      name.base.find_first_not_of("0123456789", 3) == std::string_view::npos) {
    set_family(facts, F::other, L::arrayfire, FactBasis::inferred);
    return true;
  }
  if (name.parameters.find("CuDeviceArray<") != std::string_view::npos ||
      name.parameters.find("CuDeviceArray") == 1) {
    set_family(facts, F::other, L::julia, FactBasis::inferred);
    return true;
  }
  if (name.parameters.starts_with("(Array<") && name.base.find('$') != std::string_view::npos) {
    set_family(facts, F::other, L::numba, FactBasis::inferred);
    return true;
  }
  if (name.base.find("_kernel_") != std::string_view::npos && name.base.ends_with("_range_for")) {
    set_family(facts, F::other, L::taichi, FactBasis::inferred);
    return true;
  }
  return name.arguments.empty() && read_xla(name.base, facts);
}

}  // namespace nsys_ai
