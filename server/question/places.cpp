// Places and times: phrases with numbers.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <set>
#include <utility>

#include "analysis/scope.h"
#include "base/text_table.h"
#include "question/amounts.h"
#include "question/draft.h"

namespace nsys_ai {
namespace {

bool is_ordinal(const TypedNumber& number) {
  return number.suffix == "st" || number.suffix == "nd" || number.suffix == "rd" || number.suffix == "th";
}

// A number that is no pid means a rank, in the order of the processes.
std::optional<int64_t> pid_of_rank(const Profile& profile, int64_t number) {
  std::vector<int64_t> pids;
  for (const Device& device : profile.devices())
    if (const auto pid = profile.pid_of(device.process)) pids.push_back(*pid);
  std::ranges::sort(pids);
  pids.erase(std::unique(pids.begin(), pids.end()), pids.end());
  if (std::ranges::binary_search(pids, number)) return number;
  if (number < 0 || number >= static_cast<int64_t>(pids.size())) return std::nullopt;
  return pids[static_cast<size_t>(number)];
}

}  // namespace

std::optional<int64_t> Reader::read_numbered(const Phrase& phrase) {
  const size_t length = phrase.words.size();
  if (!has(length) || !word(length).number) return std::nullopt;
  const TypedNumber& number = *word(length).number;
  if (!number.suffix.empty() || number.value != std::floor(number.value) || std::abs(number.value) > 1e15)
    return std::nullopt;
  at_ += length + 1;
  return static_cast<int64_t>(number.value);
}

bool Reader::read_place(const Phrase& phrase) {
  if (phrase.meanings.size() != 1 || phrase.meanings[0].role != Role::thing) return false;
  const auto thing = *enum_named<Thing>(phrase.meanings[0].value);
  if (thing != Thing::gpu && thing != Thing::stream && thing != Thing::process && thing != Thing::thread &&
      thing != Thing::rank && thing != Thing::iteration)
    return false;
  const size_t number_at = at_;
  const auto number = read_numbered(phrase);
  if (!number) return false;
  if (pending_ == NamePlace::without) unknown_.push_back(fmt::format("not {} {}", phrase.text, *number));
  pending_.reset();
  AskQuery& q = draft_.query;
  if (thing == Thing::stream) draft_.set(q.stream, *number, "the stream");
  if (thing == Thing::thread) draft_.set(q.thread, *number, "the thread");
  if (thing == Thing::iteration) {
    draft_.set(q.iteration, *number, "the iteration");
    add_topic(fmt::format("{}:iteration", static_cast<int>(Role::thing)));
  }
  if (thing == Thing::process || thing == Thing::rank) {
    const auto pid = thing == Thing::rank ? pid_of_rank(profile_, *number) : std::optional(*number);
    draft_.set(q.process, pid.value_or(*number), "the process");
    if (pid && *pid != *number)
      notes_.push_back(fmt::format("rank {} was read as process {}", *number, *pid));
  }
  if (thing != Thing::gpu) return true;
  // The GPU after a copy's direction is no grouping; a share is of one place, not distributed over several.
  const auto before = [&](size_t back) {
    return number_at >= back ? std::string_view(words_[number_at - back].text) : std::string_view();
  };
  if (before(1) == "from" || before(1) == "to")
    unknown_.push_back(fmt::format("{} GPU {}", before(1), *number));
  if (draft_.query.share && before(1) == "on" && before(2) == "is")
    unknown_.push_back(fmt::format("is on GPU {}", *number));
  std::vector<int64_t> gpus = q.gpus.value_or(std::vector<int64_t>{});
  gpus.push_back(*number);
  while (has(1) && says(0, Role::conjunction) && word(1).number && word(1).number->suffix.empty()) {
    gpus.push_back(static_cast<int64_t>(word(1).number->value));
    at_ += 2;
  }
  std::ranges::sort(gpus);
  gpus.erase(std::unique(gpus.begin(), gpus.end()), gpus.end());
  q.gpus = std::move(gpus);
  return true;
}

bool Reader::read_group(const Phrase& phrase) {
  if (phrase.meanings[0].role != Role::per) return false;
  size_t ahead = phrase.words.size();
  const Phrase* next = next_phrase(ahead);
  if (next == nullptr) return false;
  AskQuery& q = draft_.query;
  if (has(ahead + next->words.size()) && word(ahead + next->words.size()).number)
    return false;  // `by process 1680`
  for (const Meaning& meaning : next->meanings) {
    std::optional<Dimension> by;
    if (meaning.role == Role::dimension) by = enum_named<Dimension>(meaning.value);
    if (meaning.role == Role::thing) {
      by = dimension_of(*enum_named<Thing>(meaning.value));
      const auto thing = *enum_named<Thing>(meaning.value);
      if (!by && (thing == Thing::kernel || thing == Thing::range || thing == Thing::call)) {
        by = thing == Thing::kernel ? Dimension::short_name : Dimension::name;
        draft_.things.push_back(thing);
      }
    }
    const auto measure = measure_in(next);
    if (by)
      draft_.set(q.group, *by, "for what each figure is");
    else if (measure && phrase.text == "by")
      q.by = *measure;
    else
      continue;
    draft_.per = draft_.per || by.has_value();
    if (meaning.role == Role::thing) add_topic(fmt::format("per:{}", meaning.value));
    at_ += ahead + next->words.size();
    return true;
  }
  return false;
}

// `the second GPU`: by its position among the capture's GPUs.
bool Reader::read_nth_gpu(int64_t nth) {
  std::set<int64_t> ordinals;
  for (const Device& device : profile_.devices()) ordinals.insert(device.ordinal);
  draft_.query.rank.reset();
  ++at_;
  if (nth > static_cast<int64_t>(ordinals.size())) {
    unknown_.push_back(fmt::format("GPU number {}", nth));
    return true;
  }
  draft_.query.gpus = {*std::next(ordinals.begin(), nth - 1)};
  return true;
}

bool Reader::read_number() {
  AskQuery& q = draft_.query;
  const TypedNumber number = *word().number;
  const bool whole = number.value == std::floor(number.value) && number.value >= 1 && number.value < 1e9;
  if (is_ordinal(number) && has(1) && word(1).text == "percentile") {
    draft_.set(q.statistic, Statistic::percentile, "sum, mean or median");
    q.percentile = number.value;
    at_ += 2;
    return true;
  }
  if (is_ordinal(number) && whole) {
    draft_.set(q.rank, static_cast<int64_t>(number.value), "the rank");
    // `2nd kernel` is the second by time.
    if (verb_end_ == at_) ++verb_end_;
    ++at_;
    size_t ahead = 0;
    const Phrase* next = next_phrase(ahead);
    if (next != nullptr && next->meanings[0].value == "gpu") return read_nth_gpu(*q.rank);
    const bool orders = next != nullptr && std::ranges::any_of(next->meanings, [](const Meaning& meaning) {
                          return meaning.role == Role::order;
                        });
    if (!orders && !q.order) draft_.set(q.order, Order::first, "the order");
    return true;
  }
  // `5 longest kernels`, `top 5`, `first 5`.
  const bool behind_order = order_end_ == at_ && at_ > 0 && !q.top && number.suffix.empty() && whole;
  if (number.suffix.empty() && whole && (behind_order || (has(1) && says(1, Role::order)))) {
    draft_.set(q.top, static_cast<int64_t>(number.value), "how many");
    ++at_;
    return true;
  }
  return false;
}

std::optional<int64_t> Reader::read_time() {
  const auto amount = amount_at(words_, at_);
  if (!amount || (amount->scale && amount->scale->kind != AmountKind::time)) return std::nullopt;
  at_ += amount->words;
  if (amount->scale) return amount->value;
  // A plain number is in seconds, like displayed times; a number too large for that is in ns.
  constexpr double kSurelyNs = 1e7;
  const double value = words_[at_ - 1].number->value;
  return std::abs(value) >= kSurelyNs ? std::llround(value) : std::llround(value * 1e9);
}

bool Reader::read_window(const Phrase& phrase) {
  AskQuery& q = draft_.query;
  const Role role = phrase.meanings[0].role;
  const size_t begin = at_;
  const auto give_up = [&] { return at_ = begin, false; };
  const bool from = role == Role::join && phrase.text == "from";
  if (role == Role::between || from) {
    at_ += phrase.words.size();
    skip_words();
    const auto first = amount_at(words_, at_);
    const size_t first_at = at_;
    const auto start = read_time();
    if (!start || done() || !(says(0, Role::conjunction) || word().text == "to" || says(0, Role::before)))
      return give_up();
    ++at_;
    const auto second = amount_at(words_, at_);
    const auto end = read_time();
    if (!end) return give_up();
    // `between 10 and 20 ms`: the unit applies to both.
    const bool shared = first->scale == nullptr && second->scale != nullptr;
    draft_.set(q.from_ns,
               shared ? int64_t{std::llround(words_[first_at].number->value * second->scale->size)} : *start,
               "the start of the window");
    draft_.set(q.to_ns, *end, "the end of the window");
    return true;
  }
  const bool at = role == Role::join && phrase.text == "at";
  if (role == Role::after || role == Role::before || at) {
    at_ += phrase.words.size();
    const auto time = read_time();
    if (!time) return give_up();
    draft_.set(role == Role::after ? q.from_ns : at ? q.at_ns : q.to_ns, *time, "the time");
    return true;
  }
  // `first 2 s`, `last 100 ms`.
  if (role == Role::order && (phrase.text == "first" || phrase.text == "last")) {
    if (phrase.text == "first" && says(1, Role::thing, "gpu")) return ++at_, read_nth_gpu(1);
    const auto amount = amount_at(words_, at_ + phrase.words.size());
    if (!amount || amount->scale == nullptr || amount->scale->kind != AmountKind::time) return false;
    at_ += phrase.words.size() + amount->words;
    const Interval run = Scope::whole(profile_).window();
    if (phrase.text == "first")
      draft_.set(q.to_ns, run.start + amount->value, "the end of the window");
    else
      draft_.set(q.from_ns, run.end - amount->value, "the start of the window");
    return true;
  }
  return false;
}

}  // namespace nsys_ai
