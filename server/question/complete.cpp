// The grammar in reverse: what may follow the typed phrases.
#include "question/complete.h"

#include <algorithm>
#include <set>

#include "analysis/host/api_calls.h"
#include "analysis/kernels/kernels.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "base/text_pattern.h"
#include "base/text_table.h"
#include "question/draft.h"
#include "question/topics.h"

namespace nsys_ai {
namespace {

// Bounds the names to examine, so that completion is fast on every profile.
constexpr size_t kMostCompleted = 20'000;

class Completer {
 public:
  Completer(const Profile& profile, std::string_view typed, size_t most)
      : profile_(profile), typed_(typed), most_(most) {}

  Completions run() {
    Completions all;
    open_quote_ = quote_at();
    const size_t blank = typed_.find_last_of(" \t");
    all.from = open_quote_ != npos ? open_quote_ : blank == npos ? 0 : blank + 1;
    word_ = ascii_lower(typed_.substr(std::min(all.from + (open_quote_ != npos ? 1 : 0), typed_.size())));
    Reader reader(profile_, words_of(typed_.substr(0, all.from)));
    draft_ = reader.read();
    add_sentences(all.from);
    if (open_quote_ != npos) {
      add_names(true);
    } else {
      add_places();
      if (!draft_.things.empty() && !behind_number()) add_conditions();
      add_phrases();
      if (word_.size() >= 2 && items_.empty()) add_names(false);
    }
    all.items = std::move(items_);
    return all;
  }

 private:
  static constexpr size_t npos = std::string_view::npos;

  size_t quote_at() const {
    size_t open = npos;
    for (size_t i = 0; i < typed_.size(); ++i)
      if (typed_[i] == '"') open = open == npos ? i : npos;
    return open;
  }

  void add(const std::string& text, std::string_view detail, bool anywhere = false) {
    if (items_.size() >= most_ || !seen_.insert(text).second) return;
    const std::string lower = ascii_lower(text);
    const size_t at = lower.find(word_);
    if (anywhere ? at != npos : at == 0) items_.push_back({text, std::string(detail)});
  }

  // Complete sentences that begin as typed.
  void add_sentences(size_t from) {
    const std::string typed = ascii_lower(typed_);
    for (const Topic& topic : topics()) {
      if (topic.kind == TopicKind::page || topic.kind == TopicKind::cause) continue;
      const std::string sentence = sentence_of_topic(topic.key);
      if (ascii_lower(sentence).starts_with(typed) && sentence.size() > typed.size() &&
          items_.size() < most_ / 2 && (topic.kind == TopicKind::answer || !typed.empty()))
        items_.push_back({sentence.substr(from), "question"});
    }
  }

  std::string last_word() const {
    const auto words = words_of(typed_.substr(0, typed_.size() - word_.size()));
    return words.empty() ? "" : singular(words.back().text);
  }

  bool behind_number() const {
    const auto words = words_of(typed_.substr(0, typed_.size() - word_.size()));
    return !words.empty() && words.back().number && draft_.things.empty();
  }

  // Numbers after `GPU`, `stream`, `process`, `thread`; dimensions after `per`.
  void add_places() {
    const std::string last = last_word();
    std::set<int64_t> numbers;
    if (last == "gpu" || last == "device")
      for (const Device& device : profile_.devices()) numbers.insert(device.ordinal);
    if (last == "stream")
      for (const Stream& stream : profile_.streams()) numbers.insert(stream.stream);
    if (last == "process")
      for (const Process& process : profile_.processes())
        if (process.known) numbers.insert(process.pid);
    for (const int64_t number : numbers) add(std::to_string(number), last);
    if (last != "per" && last != "each" && last != "every") return;
    for (const auto& each : names_of(Dimension{})) add(std::string(word_of(each.value)), "group");
  }

  void add_conditions() {
    const Thing thing = draft_.things[0];
    for (const std::string_view each : {"on GPU", "between", "after", "before", "of process"})
      add(std::string(each), "place");
    if (thing <= Thing::graph) add("on stream", "place");
    if (thing == Thing::kernel || thing == Thing::range || thing == Thing::call) add("named", "condition");
    if (thing <= Thing::memset || thing == Thing::call || thing == Thing::range) add("inside", "condition");
    if (thing <= Thing::memset) add("launched by", "condition");
    for (const std::string_view each : {"longer than", "shorter than"}) add(std::string(each), "condition");
    if (!draft_.query.order) add("per", "group");
  }

  void add_thing(const Phrase& phrase, std::string_view plural) {
    add(std::string(plural), "what");
    // Suggests a synonym that does not begin as typed.
    if (!ascii_lower(plural).starts_with(word_)) add(phrase.text, "what");
  }

  void add_phrases() {
    const bool has_thing = !draft_.things.empty(),
               has_measure = !draft_.measures.empty() || draft_.asks_count;
    for (const Phrase& phrase : lexicon()) {
      const Meaning& meaning = phrase.meanings[0];
      switch (meaning.role) {
        case Role::ask:
          if (typed_.size() == word_.size()) add(phrase.text, "question");
          break;
        case Role::thing:
          if (has_thing) break;
          add_thing(phrase, plural_of(*enum_named<Thing>(meaning.value)));
          break;
        case Role::measure:
          if (!has_measure) add(std::string(word_of(*enum_named<Measure>(meaning.value))), "figure");
          break;
        case Role::statistic:
          if (!draft_.query.statistic) add(phrase.text, "statistic");
          break;
        case Role::order:
          if (!draft_.query.order) add(phrase.text, "order");
          break;
        case Role::family:
        case Role::direction:
        case Role::memory:
        case Role::calls:
          if (phrase.text == phrase_for(meaning.role, meaning.value) && !has_thing) add(phrase.text, "kind");
          break;
        default:
          break;
      }
    }
  }

  void add_name(std::string_view name, std::string_view kind, bool quoted) {
    const std::string text = one_line(name);
    if (text.find('"') != npos ||
        (!quoted && text.find(' ') != npos && ascii_lower(text).find(word_) == npos))
      return;
    add(quoted || text.find(' ') != npos ? "\"" + text + "\"" : text, kind, true);
  }

  void add_names(bool quoted) {
    const auto& kernels = profile_.kernels().names.values;
    for (size_t i = 0; i < std::min(kernels.size(), kMostCompleted); ++i)
      add_name(base_name(profile_.text(kernels[i].full)), "kernel", quoted);
    const auto& labels = profile_.derived(build_template_labels).labels;
    for (size_t i = 0; i < std::min(labels.size(), kMostCompleted); ++i)
      add_name(labels[i], "NVTX range", quoted);
    const auto& calls = profile_.calls().name.values;
    for (size_t i = 0; i < std::min(calls.size(), kMostCompleted); ++i)
      add_name(base_call_name(profile_.text(calls[i])), "CUDA call", quoted);
  }

  const Profile& profile_;
  const std::string_view typed_;
  const size_t most_;
  size_t open_quote_ = npos;
  std::string word_;
  Draft draft_;
  std::vector<Completion> items_;
  std::set<std::string> seen_;
};

// Whether all words belong to the grammar; looking up names would take too long.
bool is_plain(std::string_view typed) {
  const std::vector<TypedWord> words = words_of(typed);
  for (size_t at = 0; at < words.size();) {
    if (words[at].number) {
      ++at;
      continue;
    }
    const Phrase* phrase = phrase_at(words, at);
    if (phrase == nullptr) return false;
    at += phrase->words.size();
  }
  return !words.empty();
}

}  // namespace

Result<Completions> completions(const Profile& profile, std::string_view typed, size_t most,
                                const Work& work) {
  if (typed.size() > kLongestQuestion) return Completions{};
  Completions all = Completer(profile, typed, most).run();
  if (work.cancel.cancelled()) return cancelled();
  const auto same = [&](const Topic& topic) {
    return ascii_lower(sentence_of_topic(topic.key)) == ascii_lower(typed);
  };
  all.whole = std::ranges::any_of(topics(), same);
  if (!all.whole && is_plain(typed)) {
    const auto reading = read_question(profile, typed, work);
    if (!reading) return tl::unexpected(reading.error());
    all.whole = reading->is_whole();
  }
  return all;
}

}  // namespace nsys_ai
