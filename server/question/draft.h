// A question that is being read: the meanings of its phrases, before they are combined into a query.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"
#include "question/grammar.h"
#include "question/lexicon.h"
#include "question/words.h"

namespace nsys_ai {

// The grammatical position of a name in a sentence.
enum class NamePlace : uint8_t { free, named, without, inside, launched_by };

struct ReadName {
  std::string text;
  NamePlace place = NamePlace::free;
  bool marked = false;      // in quotation marks, or spelled like an identifier
  bool of_process = false;  // after `process`
  bool led_in = false;      // after `in` or `of`, where a range may follow
};

struct Draft {
  AskQuery query;
  std::vector<Thing> things;
  std::vector<Measure> measures;   // the requested measures, which precede an order
  std::optional<Dimension> which;  // `which stream`
  std::vector<ReadName> names;
  bool asks_count = false, asks_long = false, asks_much = false, asks_which = false, asks_when = false;
  bool asks_where = false, asks_whether = false, asks_list = false, asks_names = false, asks_name = false;
  bool asks_why = false, asks_total = false;
  bool yes_or_no = false;
  bool grouped = false;   // `hottest`: groups by name, not single events
  bool per = false;       // `per stream`, as opposed to `stream names`
  bool by_speed = false;  // `slowest`: for bandwidths, reverses the order
  bool on_which = false;  // the question says `on which GPU`
  bool by_size = false;   // `largest`: by bytes if the things have any
  bool of_one = false;    // `a kernel`: one event, not the sum
  bool relative = false;  // `takes the most time`, as opposed to `most time`
  std::string problem;

  // Sets a member that is unset. A second, different value is a problem.
  template <class T>
  void set(std::optional<T>& member, T value, std::string_view what) {
    if (member && *member != value && problem.empty())
      problem = "It says two of what can be one: " + std::string(what) + ".";
    member = std::move(value);
  }
};

// Reads phrases into a draft.
class Reader {
 public:
  Reader(const Profile& profile, std::vector<TypedWord> words)
      : profile_(profile), words_(std::move(words)) {}

  // Words without a meaning are collected in `unknown()`.
  Draft read();
  const std::vector<std::string>& unknown() const { return unknown_; }
  const std::vector<std::string>& content() const { return content_; }
  const std::vector<std::string>& notes() const { return notes_; }
  const std::string& reference() const { return reference_; }

 private:
  bool done() const { return at_ >= words_.size(); }
  const TypedWord& word(size_t ahead = 0) const { return words_[at_ + ahead]; }
  bool has(size_t ahead) const { return at_ + ahead < words_.size(); }
  // The next phrase after filler words, and how many words ahead it begins.
  const Phrase* next_phrase(size_t& ahead) const;
  bool says(size_t ahead, Role role, std::string_view value = {}) const;
  void skip_words();

  void read_one();
  void read_phrase(const Phrase& phrase);
  void read_meaning(const Phrase& phrase, const Meaning& meaning);
  void read_dimension(const std::string& value);
  void read_condition(const Meaning& meaning);
  void read_ask(std::string_view what);
  void read_order(const Phrase& phrase, Order order);
  void read_measure(const Phrase& phrase, Measure measure);
  bool behind_process() const;
  void read_name(NamePlace place);
  void read_unknown();
  void add_topic(std::string text);

  // places.cpp: each returns whether it has read the phrase.
  bool read_place(const Phrase& phrase);   // `GPU 0 and 1`, `stream 7`
  bool read_group(const Phrase& phrase);   // `per stream`
  bool read_number();                      // `top 5`, `2nd`, `p99`, `first 2 s`
  bool read_window(const Phrase& phrase);  // `between 60.2 and 60.3 s`
  bool read_bound(const Phrase& phrase);   // `longer than 5 us`, `with registers above 64`
  bool read_nth_gpu(int64_t nth);
  void add_bound(Measure of, std::string_view way, int64_t value);
  std::optional<int64_t> read_time();  // ns on the capture's clock
  std::optional<int64_t> read_numbered(const Phrase& phrase);

  const Profile& profile_;
  std::vector<TypedWord> words_;
  size_t at_ = 0;
  Draft draft_;
  std::vector<std::string> unknown_, content_, notes_;
  std::string reference_;
  size_t verb_end_ = SIZE_MAX;     // after the last word that an order may qualify
  size_t order_end_ = SIZE_MAX;    // after the last order
  size_t counted_end_ = SIZE_MAX;  // after `the most kernels`
  std::optional<NamePlace> pending_;
};

// Combines a draft into a query. Looks names up in the profile; adds words without a meaning to
// `reading.unknown`. Fails on a cancel.
Result<void> query_of_draft(const Profile& profile, Draft draft, Reading& reading, const Work& work);

}  // namespace nsys_ai
