// Patterns, formats and words of kernel names.
#include "analysis/kernel_names/rules.h"

#include <algorithm>

namespace nsys_ai {
namespace {

struct FormatWord {
  std::string_view word;
  NumberFormat format;
};

using N = NumberFormat;
constexpr std::array<FormatWord, 53> kFormatWords = {{
    {"float", N::f32},
    {"double", N::f64},
    {"__half", N::fp16},
    {"Half", N::fp16},
    {"half", N::fp16},
    {"half_t", N::fp16},
    {"__half2", N::fp16},
    {"_Float16", N::fp16},
    {"BFloat16", N::bf16},
    {"__nv_bfloat16", N::bf16},
    {"nv_bfloat16", N::bf16},
    {"__nv_bfloat162", N::bf16},
    {"__hip_bfloat16", N::bf16},
    {"hip_bfloat16", N::bf16},
    {"__bf16", N::bf16},
    {"__bfloat", N::bf16},
    {"bfloat16_t", N::bf16},
    {"tfloat32_t", N::tf32},
    {"float_e4m3_t", N::e4m3},
    {"float_e5m2_t", N::e5m2},
    {"__nv_fp8_e4m3", N::e4m3},
    {"__nv_fp8_e5m2", N::e5m2},
    {"Float8_e4m3fn", N::e4m3},
    {"Float8_e4m3fnuz", N::e4m3},
    {"Float8_e5m2", N::e5m2},
    {"float_e2m1_t", N::fp4},
    {"int", N::int32},
    {"unsigned int", N::uint32},
    {"long", N::int64},
    {"long long", N::int64},
    {"unsigned long", N::uint64},
    {"unsigned long long", N::uint64},
    {"short", N::int16},
    {"signed char", N::int8},
    {"int8_t", N::int8},
    {"unsigned char", N::uint8},
    {"bool", N::boolean},
    {"float2", N::complex32},
    {"double2", N::complex64},
    {"complex<float>", N::complex32},
    {"complex<double>", N::complex64},
    {"Float32", N::f32},
    {"Float64", N::f64},
    {"Float16", N::fp16},
    {"Int64", N::int64},
    {"Int32", N::int32},
    {"int64_t", N::int64},
    {"int32_t", N::int32},
    {"uint8_t", N::uint8},
    {"__float", N::f32},
    {"__double", N::f64},
    {"bf16_t", N::bf16},
    {"fp16_t", N::fp16},
}};

constexpr std::array<FormatWord, 42> kWords = {{
    {"bf16", N::bf16},
    {"f16", N::fp16},
    {"fp16", N::fp16},
    {"half", N::fp16},
    {"f32", N::f32},
    {"fp32", N::f32},
    {"float", N::f32},
    {"f64", N::f64},
    {"fp64", N::f64},
    {"double", N::f64},
    {"tf32", N::tf32},
    {"e4m3", N::e4m3},
    {"e5m2", N::e5m2},
    {"f8e4m3", N::e4m3},
    {"f8e5m2", N::e5m2},
    {"s8", N::int8},
    {"i8", N::int8},
    {"int8", N::int8},
    {"u8", N::uint8},
    {"uint8", N::uint8},
    {"s32", N::int32},
    {"i32", N::int32},
    {"int32", N::int32},
    {"u32", N::uint32},
    {"s64", N::int64},
    {"u64", N::uint64},
    {"int64", N::int64},
    {"float32", N::f32},
    {"float64", N::f64},
    {"float16", N::fp16},
    {"bfloat16", N::bf16},
    {"bool", N::boolean},
    {"complex64", N::complex32},
    {"complex128", N::complex64},
    {"mxfp4", N::mxfp4},
    {"nvfp4", N::nvfp4},
    {"fp8", N::fp8},
    {"s4", N::int4},
    {"u4", N::uint4},
    {"int4", N::int4},
    {"Bfloat16", N::bf16},
    {"Fp16", N::fp16},
}};

bool fits(const NameRule& rule, const SpelledName& name) {
  switch (rule.where) {
    case Where::base_is:
      return name.base == rule.text;
    case Where::base_begins:
      return name.base.starts_with(rule.text);
    case Where::base_has:
      return name.base.find(rule.text) != std::string_view::npos;
    case Where::path_begins:
      return name.qualified.starts_with(rule.text);
    case Where::path_has:
      return name.qualified.find(rule.text) != std::string_view::npos;
    case Where::arguments_begin:
      return name.arguments.starts_with(rule.text);
    case Where::arguments_have:
      return name.arguments.find(rule.text) != std::string_view::npos;
  }
  return false;
}

bool is_index(NumberFormat format) {
  return format == N::int32 || format == N::uint32 || format == N::int64 || format == N::uint64;
}

}  // namespace

ShortText short_text(std::string_view text) {
  ShortText result;
  result.size = static_cast<uint8_t>(std::min(text.size(), result.letters.size()));
  std::copy_n(text.begin(), result.size, result.letters.begin());
  return result;
}

ShortText upper_case(std::string_view text) {
  ShortText result = short_text(text);
  for (char& c : result.letters)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
  return result;
}

void set_fact(KernelFact<NumberFormat>& fact, NumberFormat format, FactBasis how) {
  if (format != NumberFormat::none) fact = {format, how};
}

void set_family(KernelFacts& facts, KernelFamily family, KernelLibrary library, FactBasis how) {
  if (family != KernelFamily::other) facts.family = {family, how};
  if (library != KernelLibrary::none) facts.library = {library, how};
}

void say_tensor_cores(KernelFacts& facts, std::string_view part) {
  facts.tensor_cores = TensorCoreUse::likely;
  facts.tensor_core_part = short_text(part);
}

void say_plain_arithmetic(KernelFacts& facts, std::string_view part) {
  facts.tensor_cores = TensorCoreUse::unlikely;
  facts.tensor_core_part = short_text(part);
}

bool read_by_rules(std::span<const NameRule> rules, const SpelledName& name, KernelFacts& facts) {
  for (const NameRule& rule : rules) {
    if (!fits(rule, name)) continue;
    set_family(facts, rule.family, rule.library);
    if (rule.parts != nullptr) rule.parts(name, facts);
    return true;
  }
  return false;
}

NumberFormat format_of_type(std::string_view type) {
  if (type.starts_with("const ")) type.remove_prefix(6);
  while (!type.empty() && (type.back() == '*' || type.back() == '&' || type.back() == ' '))
    type.remove_suffix(1);
  if (type.ends_with(" const")) type.remove_suffix(6);
  const size_t angle = type.find('<');
  const size_t colon = type.substr(0, angle).rfind("::");
  if (colon != std::string_view::npos) type.remove_prefix(colon + 2);
  if (type.size() > 18) return NumberFormat::none;
  for (const FormatWord& of : kFormatWords)
    if (of.word == type) return of.format;
  return NumberFormat::none;
}

NumberFormat format_of_word(std::string_view word) {
  for (const FormatWord& of : kWords)
    if (of.word == word) return of.format;
  return NumberFormat::none;
}

NumberFormat format_of_letter(char letter) {
  switch (letter) {
    case 's':
      return N::f32;
    case 'd':
      return N::f64;
    case 'h':
      return N::fp16;
    case 'c':
      return N::complex32;
    case 'z':
      return N::complex64;
    case 'i':
      return N::int32;
    default:
      return N::none;
  }
}

bool ends_as_its_scheme(std::string_view base) {
  // A `#` matches a number.
  struct Endings {
    std::string_view begins;
    std::array<std::string_view, 8> ends;
  };
  static constexpr std::array<std::string_view, 8> kGenerationEnds = {"_nn", "_nt", "_tn", "_tt", "_v1"};
  static constexpr Endings kEndings[] = {
      {"nvjet_", {"_NNN", "_NNT", "_NTN", "_NTT", "_TNN", "_TNT", "_TTN", "_TTT"}},
      {"cutlass_", {"_align#", "_nn", "_nt", "_tn", "_tt"}},
      {"cutlass3x_", {"_align#", "_tma", "_cooperative", "_pingpong", "_warpspecialized", "_relu", "_k"}},
      {"sm", {"kernel", "_cublas", "_cudnn", "_infer", "_train", "_trt"}},
      {"maxwell_", kGenerationEnds},
      {"volta_", kGenerationEnds},
      {"turing_", kGenerationEnds},
      {"ampere_", kGenerationEnds},
      {"fmha_cutlass", {"_sm#"}},
      {"fmhaSm", {"Context", "ForGen"}},
      {"bmm_", {"_sm#", "_sm#a", "_sm#f"}},
  };
  for (const Endings& scheme : kEndings) {
    if (!base.starts_with(scheme.begins)) continue;
    if (scheme.begins == "sm" && base.find("_xmma_") == std::string_view::npos) return true;
    for (const std::string_view end : scheme.ends) {
      const size_t number = end.find('#');
      std::string_view rest = base;
      if (end.empty() || !rest.ends_with(number == std::string_view::npos ? end : end.substr(number + 1)))
        continue;
      if (number == std::string_view::npos) return true;
      rest.remove_suffix(end.size() - number - 1);
      const size_t digits = rest.find_last_not_of("0123456789") + 1;
      int32_t value = 0;
      if (!read_number(rest.substr(digits), value) ||
          !rest.substr(0, digits).ends_with(end.substr(0, number)))
        continue;
      // Current libraries target no older architecture; sm8 is a truncated sm80.
      if (!end.starts_with("_sm") || value >= 50) return true;
    }
    return false;
  }
  return true;
}

Words split_words(std::string_view text, bool cut) {
  Words words;
  words.last_is_whole = !cut;
  size_t begin = 0;
  for (size_t i = 0; i <= text.size() && words.count < words.word.size(); ++i) {
    if (i < text.size() && text[i] != '_') continue;
    if (i > begin) words.word[words.count++] = text.substr(begin, i - begin);
    begin = i + 1;
  }
  return words;
}

size_t read_extents(std::string_view text, std::array<int32_t, 4>& extents) {
  size_t count = 0;
  while (count < extents.size()) {
    const size_t x = text.find('x');
    if (!read_number(text.substr(0, x), extents[count]) || extents[count] < 0) return 0;
    ++count;
    if (x == std::string_view::npos) return count > 1 ? count : 0;
    text.remove_prefix(x + 1);
  }
  return 0;
}

size_t read_tuple(std::string_view elements, std::array<int32_t, 4>& extents) {
  size_t count = 0;
  while (count < extents.size()) {
    const std::string_view element = template_argument(elements, count);
    if (element.empty()) break;
    const std::string_view value =
        element.find('<') == std::string_view::npos ? element : template_arguments(element);
    if (!read_number(value, extents[count])) return 0;
    ++count;
  }
  return count;
}

bool read_after_prefix(std::string_view word, std::string_view prefix, int32_t& value) {
  return word.starts_with(prefix) && read_number(word.substr(prefix.size()), value);
}

bool is_layout(std::string_view word, std::string_view letters) {
  return !word.empty() && word.find_first_not_of(letters) == std::string_view::npos;
}

void first_type(const SpelledName& name, KernelFacts& facts) {
  set_fact(facts.input, format_of_type(template_argument(name.arguments, 0)));
}

void leading_types(const SpelledName& name, KernelFacts& facts) {
  NumberFormat first = N::none, last = N::none;
  size_t count = 0;
  for (size_t i = 0; i < 8; ++i) {
    const NumberFormat format = format_of_type(template_argument(name.arguments, i));
    if (first == N::none && is_index(format)) continue;
    if (format == N::none || is_index(format)) break;
    if (first == N::none) first = format;
    last = format;
    ++count;
  }
  set_fact(facts.input, first, FactBasis::inferred);
  if (count > 1) set_fact(facts.accumulate, last, FactBasis::inferred);
}

void input_and_accumulator(const SpelledName& name, KernelFacts& facts) {
  first_type(name, facts);
  set_fact(facts.accumulate, format_of_type(template_argument(name.arguments, 1)));
}

void input_output_accumulator(const SpelledName& name, KernelFacts& facts) {
  first_type(name, facts);
  set_fact(facts.output, format_of_type(template_argument(name.arguments, 1)));
  set_fact(facts.accumulate, format_of_type(template_argument(name.arguments, 2)));
}

}  // namespace nsys_ai
