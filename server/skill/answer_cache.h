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
  std::string_view text = {};  // of a user's own skill, which distinguishes its versions
  ScopeRequest scope = {};
  CheckedParams params;
};

// The input of `run_query`, with the limits of whoever asks. The answer has table and notes alone.
struct SqlQuestion {
  std::string_view sql;
  ScopeRequest scope = {};
  QueryLimits limits = {};
};

// Thread-safe. A question is the same when profile, skill, scope and the values of all parameters are,
// however they are written. The least recently used answers are evicted first, and those of a profile are
// dropped with it.
class AnswerCache {
 public:
  static constexpr int64_t kDefaultCapacity = 64 << 20;
  // Answers take at most this part of the memory that the process may use.
  static constexpr int64_t kPartOfLimit = 16;

  explicit AnswerCache(int64_t room = kDefaultCapacity) : room_(room) {}

  // As `run_skill`. A caller whose question is being answered for another waits for that answer, and starts
  // over when the other was cancelled. Failures are not cached.
  Result<AnswerPtr> ask(const ProfilePtr& profile, const Question& question, const Work& work = {});
  // The same of a statement.
  Result<AnswerPtr> ask(const ProfilePtr& profile, const SqlQuestion& question, const Work& work = {});
  // Drops the answers of a profile that was closed.
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
    std::vector<const DataLoss*> losses;  // to whoever finds it, as to who made it
  };
  // A question that is being answered. Under the lock.
  struct Run {
    const Profile* profile = nullptr;
    bool ended = false;
    bool forgotten = false;
    Result<AnswerPtr> answer = AnswerPtr();
    std::vector<const DataLoss*> losses;
  };
  using Place = std::list<Entry>::iterator;

  AnswerPtr find(const std::string& key, const ProfilePtr& profile);
  // `make` gives the answer where none is kept, and none is being made.
  using Make = std::function<Result<Answer>()>;
  Result<AnswerPtr> kept_or_made(const std::string& key, const ProfilePtr& profile, const Make& make,
                                 const Work& work);
  Result<AnswerPtr> run(const std::string& key, const ProfilePtr& profile, const Make& make,
                        std::unique_lock<std::mutex>& lock);
  void insert(Entry answer);
  void drop(Place place);
  // The capacity now: as it was set, or the part of the limit where that is less.
  int64_t allowed() const;

  mutable std::mutex lock_;
  std::condition_variable ended_;
  int64_t room_;
  int64_t bytes_ = 0;
  std::list<Entry> answers_;  // the most recently used first
  std::unordered_map<std::string_view, Place> by_key_;
  std::unordered_map<std::string, std::shared_ptr<Run>> runs_;
};

// What an answer takes in memory, in bytes: itself and all that it points to, as the heap rounds it up.
int64_t bytes_of(const Answer& answer);

}  // namespace nsys_ai
