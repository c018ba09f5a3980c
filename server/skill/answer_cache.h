// A cache of answers of skills.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "skill/skill.h"
#include "sql/query.h"

namespace nsys_ai {

using AnswerPtr = std::shared_ptr<const Answer>;

// The input of `run_skill`.
struct Question {
  const Skill& skill;
  std::string_view text = {};  // the text of a user's own skill, which distinguishes its versions
  ScopeRequest scope = {};
  CheckedParams params;
};

// The input of `run_query`, with the caller's limits. The answer has only a table and notes.
struct SqlQuestion {
  std::string_view sql;
  ScopeRequest scope = {};
  QueryLimits limits = {};
};

// Thread-safe. Two questions are equal if profile, skill, scope and all parameter values are, however they
// are spelled. The least recently used answers are evicted first; closing a profile drops its answers.
class AnswerCache {
 public:
  static constexpr int64_t kDefaultCapacity = 64 << 20;
  // Answers take at most this fraction of the memory that the process may use.
  static constexpr int64_t kPartOfLimit = 16;

  explicit AnswerCache(int64_t room = kDefaultCapacity) : room_(room) {}

  // Like `run_skill`. If another caller's identical question is running, this waits for its answer, and
  // starts over if that caller cancels. Failures are not cached.
  Result<AnswerPtr> ask(const ProfilePtr& profile, const Question& question, const Work& work = {});
  // The same for a statement.
  Result<AnswerPtr> ask(const ProfilePtr& profile, const SqlQuestion& question, const Work& work = {});
  // Drops the answers of a closed profile.
  void forget(const Profile& profile);
  // In bytes; 0 turns the cache off.
  void set_capacity(int64_t bytes);

  struct Use {
    size_t answers = 0;
    int64_t bytes = 0;
  };
  Use use() const;

 private:
  struct Entry {
    std::string key;
    std::weak_ptr<const Profile> profile;
    AnswerPtr answer;
    int64_t bytes = 0;
    std::vector<const DataLoss*> losses;  // reported to every caller that gets the cached answer
  };
  // A running question. Guarded by the lock.
  struct Run {
    const Profile* profile = nullptr;
    bool ended = false;
    bool forgotten = false;
    Result<AnswerPtr> answer = AnswerPtr();
    std::vector<const DataLoss*> losses;
  };
  using Place = std::list<Entry>::iterator;

  AnswerPtr find(const std::string& key, const ProfilePtr& profile);
  // `make` computes the answer if none is cached and no other caller computes it.
  using Make = std::function<Result<Answer>()>;
  Result<AnswerPtr> kept_or_made(const std::string& key, const ProfilePtr& profile, const Make& make,
                                 const Work& work);
  Result<AnswerPtr> run(const std::string& key, const ProfilePtr& profile, const Make& make,
                        std::unique_lock<std::mutex>& lock);
  void insert(Entry answer);
  void drop(Place place);
  // The current capacity: the configured one, or the fraction of the limit if that is less.
  int64_t allowed() const;

  mutable std::mutex lock_;
  std::condition_variable ended_;
  int64_t room_;
  int64_t bytes_ = 0;
  std::list<Entry> answers_;  // the most recently used first
  std::unordered_map<std::string_view, Place> by_key_;
  std::unordered_map<std::string, std::shared_ptr<Run>> runs_;
};

// The memory of an answer in bytes: the object and everything that it points to, rounded up like the heap
// does.
int64_t bytes_of(const Answer& answer);

}  // namespace nsys_ai
