// The texts used by descriptions; each is defined once per sequence.
#include <fmt/format.h>

#include <string_view>

#include "analysis/kernels/kernels.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "trace/event_describer.h"

namespace nsys_ai::perfetto {
namespace {

struct Fixed {
  TextTable kind;
  std::string_view text;
};
constexpr std::array<Fixed, kTerms> kFixed = {{{TextTable::category, "compute"},
                                               {TextTable::category, "communication"},
                                               {TextTable::category, "copy"},
                                               {TextTable::category, "memset"},
                                               {TextTable::category, "nvtx"},
                                               {TextTable::category, "call"},
                                               {TextTable::category, "sync"},
                                               {TextTable::category, "os_call"},
                                               {TextTable::category, "trace"},
                                               {TextTable::category, "iteration"},
                                               {TextTable::category, "idle"},
                                               {TextTable::category, "merged"},
                                               {TextTable::argument, "bytes"},
                                               {TextTable::argument, "ref"},
                                               {TextTable::argument, "grid"},
                                               {TextTable::argument, "block"},
                                               {TextTable::argument, "registers_per_thread"},
                                               {TextTable::argument, "shared_memory_bytes"},
                                               {TextTable::argument, "error_code"},
                                               {TextTable::argument, "host_range"},
                                               {TextTable::argument, "waits_for"},
                                               {TextTable::argument, "full_name"},
                                               {TextTable::category, "finding"},
                                               {TextTable::argument, "correlation"},
                                               {TextTable::argument, "bandwidth"},
                                               {TextTable::category, "bookmark"},
                                               {TextTable::category, "graph"},
                                               {TextTable::argument, "executable"},
                                               {TextTable::category, "request"}}};

}  // namespace

// Each text is different, so interning would only add cost.
void EventDescriber::add_reference(const char* family, int64_t row) {
  words_.arguments.push_back({term(Term::reference), fmt::format("{}:{}", family, row)});
}

void EventDescriber::add_correlation(uint32_t number) {
  if (number != 0) add(Term::correlation, number);
}

void EventDescriber::add(Term name, uint64_t number) { words_.arguments.push_back({term(name), number}); }

void EventDescriber::add(Term name, const std::string& text) {
  words_.arguments.push_back({term(name), made(TextTable::argument_text, text)});
}

TextId EventDescriber::term(Term term) {
  const size_t at = static_cast<size_t>(term);
  if (terms_[at].number == 0) terms_[at] = writer_.define(kFixed[at].kind, kFixed[at].text);
  return terms_[at];
}

TextId EventDescriber::event_name(NameId name) {
  DefinedName& defined = options_.only_references ? few_names_[name.value] : event_names_[name];
  if (defined.sequence != sequence_) {
    const std::string_view text = profile_.text(name);
    const TextId id = writer_.define(TextTable::event, text.empty() ? kNoName : text);
    defined = {sequence_, static_cast<uint32_t>(id.number)};
  }
  return {defined.number};
}

// A call and a range with the same name share one text.
TextId EventDescriber::range_name(size_t at) {
  const TextColumn& texts = profile_.nvtx().text;
  const TemplateId of_template = texts[at];
  const std::string_view numbers = texts.numbers(at);
  key_.assign(reinterpret_cast<const char*>(&of_template), sizeof(of_template));
  key_ += numbers;
  const uint32_t number = range_texts_.add(key_);
  if (number == range_names_.size()) range_names_.emplace_back();
  DefinedName& defined = range_names_[number];
  if (defined.sequence != sequence_) {
    const std::string text = texts.whole(at);
    const NameId name = profile_.names().find(text);
    const TextId id = name.exists()  ? event_name(name)
                      : text.empty() ? writer_.define(TextTable::event, kNoName)
                                     : writer_.define(TextTable::event, text);
    defined = {sequence_, static_cast<uint32_t>(id.number)};
  }
  return {defined.number};
}

TextId EventDescriber::range_family(size_t at) {
  if (!options_.only_references) return {};
  const TextColumn& texts = profile_.nvtx().text;
  TextId& family = range_families_[texts[at].value];
  if (family.number == 0)
    family = made(TextTable::category, normalised_label(texts.templates()[texts[at]]));
  return family;
}

// The colour of the longest: its family, else its kind.
TextId EventDescriber::family_of(const Event& merged) {
  switch (merged.kind) {
    case EventKind::kernel:
      return made(TextTable::category,
                  std::string(name_of(
                      profile_.derived(build_kernel_families).of(profile_.kernels().name(merged.at)))));
    case EventKind::copy:
      return term(Term::copy);
    case EventKind::memset:
      return term(Term::memset);
    case EventKind::graph_run:
      return term(Term::graph);
    case EventKind::call:
      return term(call_kinds_.of(profile_.calls(), merged.at).role == CallRole::synchronise ? Term::sync
                                                                                            : Term::call);
    case EventKind::os_call:
      return term(Term::os_call);
    case EventKind::other:
      return made(TextTable::category,
                  std::string(recorded_.others->text(recorded_.others->name[merged.at])));
    case EventKind::iteration:
      return term(Term::iteration);
    case EventKind::gap:
      return term(Term::idle);
    default:
      return range_family(merged.at);
  }
}

TextId EventDescriber::made(TextTable kind, const std::string& text) {
  TextId& id = made_[static_cast<size_t>(kind)][text];
  if (id.number == 0) id = writer_.define(kind, text);
  return id;
}

}  // namespace nsys_ai::perfetto
