// Answers of skills that were given before, and are given again at once.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "skill/skill.h"

namespace nsys_ai {

using AnswerPtr = std::shared_ptr<const Answer>;

// What `run_skill` is asked.
struct Question {
  const Skill& skill;
  std::string_view text = {};  // of a user's own skill, which tells its versions apart
  ScopeRequest scope = {};
  CheckedParams params;
};

// Thread-safe. A question is the same when profile, skill, scope and the values of all parameters are,
// however they are written. The answers that were asked for longest ago go first when there is no room, and
// those of a profile go with it.
class AnswerMemo {
 public:
  static constexpr int64_t kUsualRoom = 64 << 20;
  // Of the memory that the process may take in all, answers take so much at most.
  static constexpr int64_t kPartOfLimit = 16;

  explicit AnswerMemo(int64_t room = kUsualRoom) : room_(room) {}

  // As `run_skill`. Who asks what another is asking at the moment waits for that answer, and begins anew when
  // the other was cancelled. What fails is not remembered.
  Result<AnswerPtr> ask(const ProfilePtr& profile, const Question& question, const Work& work = {});
  // Drops the answers of a profile that was closed.
  void forget(const Profile& profile);
  // In bytes; 0 remembers nothing.
  void set_room(int64_t bytes);

  struct Use {
    size_t answers = 0;
    int64_t bytes = 0;
  };
  Use use() const;

 private:
  struct Remembered {
    std::string key;
    std::weak_ptr<const Profile> profile;
    AnswerPtr answer;
    int64_t bytes = 0;
  };
  // A question that is being answered. Under the lock.
  struct Run {
    const Profile* profile = nullptr;
    bool ended = false;
    bool forgotten = false;
    Result<AnswerPtr> answer = AnswerPtr();
  };
  using Place = std::list<Remembered>::iterator;

  AnswerPtr find(const std::string& key, const ProfilePtr& profile);
  Result<AnswerPtr> run(const std::string& key, const ProfilePtr& profile, const Question& question,
                        const Work& work, std::unique_lock<std::mutex>& lock);
  void remember(Remembered answer);
  void drop(Place place);
  // What may be taken now: the room, or the part of the limit where that is less.
  int64_t allowed() const;

  mutable std::mutex lock_;
  std::condition_variable ended_;
  int64_t room_;
  int64_t bytes_ = 0;
  std::list<Remembered> answers_;  // the one that was asked for last comes first
  std::unordered_map<std::string_view, Place> by_key_;
  std::unordered_map<std::string, std::shared_ptr<Run>> runs_;
};

// What an answer takes in memory, in bytes: itself and all that it points to, as the heap rounds it up.
int64_t bytes_of(const Answer& answer);

}  // namespace nsys_ai
