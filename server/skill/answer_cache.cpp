// A table from questions to answers, and a list in the order of eviction.
#include "skill/answer_cache.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <optional>

#include "base/memory.h"
#include "base/context.h"

namespace nsys_ai {
namespace {

constexpr auto kBetweenLooks = std::chrono::milliseconds(20);

// A block of the C library's heap has a header of one word, grows in steps of 16 bytes, and takes at least
// 32.
int64_t heap_bytes(size_t bytes) {
  if (bytes == 0) return 0;
  return static_cast<int64_t>(std::max<size_t>(32, (bytes + sizeof(size_t) + 15) / 16 * 16));
}

int64_t heap_bytes(const std::string& text) {
  static const size_t inside = std::string().capacity();
  return text.capacity() > inside ? heap_bytes(text.capacity() + 1) : 0;
}

int64_t heap_bytes(const std::vector<std::string>& texts) {
  int64_t bytes = heap_bytes(texts.capacity() * sizeof(std::string));
  for (const std::string& text : texts) bytes += heap_bytes(text);
  return bytes;
}

int64_t heap_bytes(const std::vector<Value>& row) {
  int64_t bytes = heap_bytes(row.capacity() * sizeof(Value));
  for (const Value& value : row)
    if (const auto* text = std::get_if<std::string>(&value)) bytes += heap_bytes(*text);
  return bytes;
}

// Each part is preceded by its length, so that different lists of parts have different keys.
void add(std::string& key, std::string_view part) { key += fmt::format("{}:{}", part.size(), part); }

void add_value(std::string& key, const Value& value) {
  if (const auto* integer = std::get_if<int64_t>(&value))
    add(key, fmt::format("{}", *integer));
  else if (const auto* real = std::get_if<double>(&value))
    add(key, fmt::format("{}", *real));
  else if (const auto* text = std::get_if<std::string>(&value))
    add(key, *text);
  else
    key += '-';
}

void add_scope(std::string& key, const ScopeRequest& scope) {
  std::vector<int64_t> gpus = scope.gpus;
  std::sort(gpus.begin(), gpus.end());
  gpus.erase(std::unique(gpus.begin(), gpus.end()), gpus.end());
  add(key, fmt::format("{}", fmt::join(gpus, ",")));
  add(key, scope.window ? fmt::format("{},{}", scope.window->start, scope.window->end) : "");
  add(key, scope.process ? fmt::format("{}", *scope.process) : "");
  add(key, scope.iteration ? fmt::format("{}", *scope.iteration) : "");
  add(key, scope.phase ? "p" + *scope.phase : "");
  add(key, scope.phase ? scope.phase_map : "");
}

std::string key_of(const Profile& profile, const Question& question) {
  std::string key;
  add(key, fmt::format("{}", static_cast<const void*>(&profile)));
  add(key, question.skill.info.name);
  add(key, question.text);
  add_scope(key, question.scope);
  for (const Value& value : question.params.values()) add_value(key, value);
  return key;
}

std::string key_of(const Profile& profile, const SqlQuestion& question) {
  std::string key;
  add(key, fmt::format("{}", static_cast<const void*>(&profile)));
  add(key, "");  // no skill has an empty name
  add(key, question.sql);
  add(key, fmt::format("{},{}", question.limits.rows, question.limits.bytes));
  add_scope(key, question.scope);
  return key;
}

Result<Answer> run_statement(const Profile& profile, const SqlQuestion& question, const Work& work) {
  const auto scope = cancellable(work, [&] { return Scope::make(profile, question.scope); });
  if (!scope) return tl::unexpected(scope.error());
  auto found = run_query(profile, *scope, {.sql = question.sql}, question.limits, work);
  if (!found) return tl::unexpected(found.error());
  Answer answer;
  answer.table = std::move(found->table);
  answer.notes = std::move(found->notes);
  answer.truncated = found->cut != Truncation::none;
  return answer;
}

// Frees memory that was reserved for rows that were cut and for columns that were dropped.
void make_small(Answer& answer) {
  answer.table.rows.shrink_to_fit();
  for (auto& row : answer.table.rows) row.shrink_to_fit();
}

}  // namespace

int64_t bytes_of(const Answer& answer) {
  int64_t bytes = heap_bytes(sizeof(Answer)) + heap_bytes(answer.skill) + heap_bytes(answer.reason) +
                  heap_bytes(answer.needs) + heap_bytes(answer.notes) +
                  heap_bytes(answer.scope.devices.capacity() * sizeof(int64_t)) +
                  heap_bytes(answer.table.columns.capacity() * sizeof(Column)) +
                  heap_bytes(answer.table.rows.capacity() * sizeof(std::vector<Value>));
  for (const Column& column : answer.table.columns) bytes += heap_bytes(column.name) + heap_bytes(column.doc);
  for (const auto& row : answer.table.rows) bytes += heap_bytes(row);
  return bytes;
}

Result<AnswerPtr> AnswerCache::ask(const ProfilePtr& profile, const Question& question, const Work& work) {
  const auto make = [&] {
    return run_skill(question.skill, *profile, question.scope, question.params, work);
  };
  return kept_or_made(key_of(*profile, question), profile, make, work);
}

Result<AnswerPtr> AnswerCache::ask(const ProfilePtr& profile, const SqlQuestion& question, const Work& work) {
  const auto make = [&] { return run_statement(*profile, question, work); };
  return kept_or_made(key_of(*profile, question), profile, make, work);
}

Result<AnswerPtr> AnswerCache::kept_or_made(const std::string& key, const ProfilePtr& profile,
                                            const Make& make, const Work& work) {
  std::unique_lock lock(lock_);
  for (;;) {
    if (auto answer = find(key, profile)) return answer;
    const auto running = runs_.find(key);
    if (running == runs_.end()) return run(key, profile, make, lock);
    const std::shared_ptr<Run> other = running->second;
    while (!other->ended) {
      if (work.cancel.cancelled()) return cancelled();
      ended_.wait_for(lock, kBetweenLooks);
    }
    for (const DataLoss* of : other->losses) report_loss(*of);
    if (other->answer || other->answer.error().code != ErrorCode::cancelled) return other->answer;
  }
}

AnswerPtr AnswerCache::find(const std::string& key, const ProfilePtr& profile) {
  const auto found = by_key_.find(key);
  if (found == by_key_.end()) return nullptr;
  // A new profile may have the address of a destroyed one.
  if (found->second->profile.lock() != profile) {
    drop(found->second);
    return nullptr;
  }
  for (const DataLoss* of : found->second->losses) report_loss(*of);
  answers_.splice(answers_.begin(), answers_, found->second);
  return answers_.front().answer;
}

Result<AnswerPtr> AnswerCache::run(const std::string& key, const ProfilePtr& profile, const Make& make,
                                   std::unique_lock<std::mutex>& lock) {
  const auto mine = std::make_shared<Run>();
  mine->profile = profile.get();
  mine->answer = cancelled();
  runs_[key] = mine;
  lock.unlock();
  std::exception_ptr thrown;
  int64_t bytes = 0;
  try {
    const LossNotes losses;
    auto answer = make();
    if (answer) {
      make_small(*answer);
      bytes = bytes_of(*answer);
      mine->answer = std::make_shared<const Answer>(std::move(*answer));
    } else {
      mine->answer = tl::unexpected(answer.error());
    }
    mine->losses = losses.all();
  } catch (...) {
    thrown = std::current_exception();
  }
  const bool fits = bytes <= memory_left();
  lock.lock();
  mine->ended = true;
  runs_.erase(key);
  ended_.notify_all();
  if (!thrown && mine->answer && !mine->forgotten && fits)
    insert({key, profile, *mine->answer, bytes, mine->losses});
  if (thrown) std::rethrow_exception(thrown);
  return mine->answer;
}

void AnswerCache::insert(Entry answer) {
  answer.bytes += heap_bytes(answer.key) + heap_bytes(sizeof(Entry)) +
                  heap_bytes(sizeof(std::pair<std::string_view, Place>) + 2 * sizeof(void*));
  for (Place at = answers_.begin(); at != answers_.end();) {
    const Place next = std::next(at);
    if (at->profile.expired()) drop(at);
    at = next;
  }
  const int64_t most = allowed();
  if (answer.bytes > most) return;
  while (bytes_ + answer.bytes > most) drop(std::prev(answers_.end()));
  bytes_ += answer.bytes;
  answers_.push_front(std::move(answer));
  by_key_[answers_.front().key] = answers_.begin();
}

void AnswerCache::drop(Place place) {
  bytes_ -= place->bytes;
  by_key_.erase(place->key);
  answers_.erase(place);
}

void AnswerCache::forget(const Profile& profile) {
  const std::lock_guard guard(lock_);
  for (const auto& [key, run] : runs_)
    if (run->profile == &profile) run->forgotten = true;
  for (Place at = answers_.begin(); at != answers_.end();) {
    const Place next = std::next(at);
    const ProfilePtr of = at->profile.lock();
    if (!of || of.get() == &profile) drop(at);
    at = next;
  }
}

void AnswerCache::set_capacity(int64_t bytes) {
  const std::lock_guard guard(lock_);
  room_ = bytes;
  while (bytes_ > allowed()) drop(std::prev(answers_.end()));
}

AnswerCache::Use AnswerCache::use() const {
  const std::lock_guard guard(lock_);
  return {answers_.size(), bytes_};
}

int64_t AnswerCache::allowed() const {
  const auto limit = memory_limit();
  return limit ? std::min(room_, *limit / kPartOfLimit) : room_;
}

}  // namespace nsys_ai
