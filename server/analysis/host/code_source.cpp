// The names of evidence, and the list of sources.
#include "analysis/host/code_source.h"

#include "base/text_table.h"

namespace nsys_ai {
namespace {

constexpr size_t kWidestText = 200;  // maximum shown length of an untrusted text

}  // namespace

std::string_view name_of(CodeEvidence evidence) {
  switch (evidence) {
    case CodeEvidence::call_chain:
      return "call chain";
    case CodeEvidence::sample:
      return "CPU sample";
    case CodeEvidence::range_source:
      return "range with a file";
    case CodeEvidence::range:
      return "range";
    case CodeEvidence::operator_:
      return "operator range";
    case CodeEvidence::kernel_name:
      return "kernel name";
    case CodeEvidence::none:
      return "unattributed";
  }
  return "";
}

std::string_view name_of(Confidence confidence) {
  switch (confidence) {
    case Confidence::high:
      return "high";
    case Confidence::medium:
      return "medium";
    case Confidence::low:
      return "low";
    case Confidence::none:
      return "none";
  }
  return "";
}

uint32_t CodeSources::add(CodeSource source) {
  source.seen = shortened(source.seen, kWidestText);
  source.file = shortened(source.file, kWidestText);
  source.function = shortened(source.function, kWidestText);
  const auto [found, is_new] = known_.try_emplace(
      {source.evidence, source.confidence, source.file, source.function, source.line.value_or(-1)},
      static_cast<uint32_t>(all_.size()));
  if (is_new) all_.push_back(std::move(source));
  return found->second;
}

}  // namespace nsys_ai
