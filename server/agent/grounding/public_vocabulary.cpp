// Collected from the compiled-in texts, so that it grows with them.
#include "agent/grounding/public_vocabulary.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_set>

#include "agent/grounding/text_spans.h"
#include "base/text_pattern.h"
#include "base/word_character.h"
#include "knowledge/explanations.h"
#include "knowledge/library.h"
#include "skills/list.h"
#include "sql/model_page.h"

namespace nsys_ai {
namespace {

class PublicVocabulary {
 public:
  PublicVocabulary() {
    for (const LibraryPage& page : library_pages()) add(page.markdown);
    for (const Explanation& explanation : explanations()) {
      add(explanation.thing);
      add(explanation.why);
      add(explanation.usually);
    }
    for (const Skill& skill : built_in_skills().skills()) {
      const SkillInfo& info = skill.info;
      for (const std::string* text :
           {&info.name, &info.title, &info.doc, &info.reading, &info.source, &info.limits})
        add(*text);
      for (const Param& param : skill.params) add(param.name), add(param.doc);
      for (const Column& column : skill.columns) add(column.name), add(column.doc);
    }
    add(model_page());
    // Names in the rows of skills and tools that no page contains.
    add("tables_with_rows os_calls profiler_errors profiler_warnings notes_of_the_loader");
    add("ask_query find_skill run_skill timeline_slice");
  }

  bool has(std::string_view word) const { return words_.contains(std::string(word)); }

 private:
  void add(std::string_view text) {
    for (size_t at = 0; at < text.size();) {
      size_t end = at;
      while (end < text.size() && name_character(text, end) > 0) end += name_character(text, end);
      if (end > at) words_.emplace(text.substr(at, end - at));
      at = end > at ? end : after_character(text, at);
    }
  }

  std::unordered_set<std::string> words_;
};

// GPU models, number formats, percentiles, and suffixes that distinguish instances of operators.
constexpr auto kTechnical = std::to_array<std::string_view>(
    {"a10",           "a100",     "a30",         "a40",   "b100",      "b200",      "b300",
     "bf16",          "e4m3",     "e5m2",        "f16",   "f32",       "f64",       "fp16",
     "fp32",          "fp4",      "fp6",         "fp64",  "fp8",       "gb200",     "gb300",
     "gh200",         "h100",     "h20",         "h200",  "h800",      "int16",     "int32",
     "int4",          "int64",    "int8",        "k20",   "k40",       "k80",       "l4",
     "l40",           "l40s",     "mi100",       "mi210", "mi250",     "mi300",     "mxfp4",
     "mxfp8",         "nvfp4",    "p10",         "p25",   "p4",        "p40",       "p50",
     "p75",           "p90",      "p95",         "p99",   "p100",      "t4",        "a2000",
     "a4000",         "a5000",    "a6000",       "kb",    "geforce",   "nvtx",      "pcie",
     "sxm",           "sxm2",     "sxm4",        "sxm5",  "allgather", "allreduce", "alltoall",
     "reducescatter", "sendrecv", "tf32",        "u8",    "uint8",     "v100",      "op_id",
     "seq",           "sizes",    "input_op_ids"});

bool is_number(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), is_digit);
}

}  // namespace

bool is_own_word(std::string_view word) {
  static const PublicVocabulary own;
  return own.has(word) || own.has(ascii_lower(word));
}

bool is_technical_word(std::string_view word) {
  if (is_number(word)) return true;
  const std::string lower = ascii_lower(word);
  if (std::find(kTechnical.begin(), kTechnical.end(), lower) != kTechnical.end()) return true;
  for (const std::string_view beginning : {"sm_", "sm", "compute_"})
    if (lower.starts_with(beginning) && lower.size() <= beginning.size() + 3 &&
        is_number(std::string_view(lower).substr(beginning.size())))
      return true;
  // 128x64x32, 12ms, 3rd, 4x, 80GB.
  size_t at = 0;
  while (at < lower.size()) {
    const size_t end = std::min(lower.find_first_not_of("0123456789", at), lower.size());
    if (end == at || end == lower.size()) return end > at;
    const std::string_view rest = std::string_view(lower).substr(end);
    static constexpr std::array<std::string_view, 17> kBehind = {
        "ns", "us", "ms", "s", "b", "kb", "mb", "gb", "tb", "x", "k", "st", "nd", "rd", "th", "d", "e"};
    if (std::find(kBehind.begin(), kBehind.end(), rest) != kBehind.end()) return true;
    if (rest.front() != 'x') return false;
    at = end + 1;
  }
  return false;
}

}  // namespace nsys_ai
