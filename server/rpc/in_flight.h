// The requests that have no reply yet: who may still answer, and how to stop them.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/pool.h"
#include "base/work.h"
#include "protocol/wire.h"

namespace nsys_ai {

class ProgressReport;

// One request on its way. What may change is guarded by the InFlight that made it.
struct ActiveRequest {
  Token id;
  std::string method;
  size_t bytes = 0;  // of its message
  std::chrono::steady_clock::time_point arrived = std::chrono::steady_clock::now();
  std::optional<Lane> lane;  // none while that is not known, and on the strand
  std::string subject;       // what it reads, where an answer is worth nothing once that is replaced
  std::string document;      // the uri it asks about, where only the newest of several is worth an answer
  CancelToken cancel;
  std::shared_ptr<ProgressReport> progress;
  bool started = false;
  bool answered = false;
};
using RequestPtr = std::shared_ptr<ActiveRequest>;

// What is reported of a request that has no reply yet.
struct RequestState {
  std::string method;
  std::optional<Lane> lane;
  bool started = false;
  std::chrono::steady_clock::duration age{};
};

// Thread-safe. Each request is settled once: whoever settles it replies, all others keep silent.
class InFlight {
 public:
  // More at a time are refused, so that a flood of requests takes no memory without end. Editors have some
  // dozens.
  static constexpr size_t kMax = 1024;
  static constexpr size_t kMaxBytes = size_t{128} << 20U;

  // Null when the id is in use.
  RequestPtr begin(const Token& id, std::string_view method, size_t bytes);
  // Whether one more, of this size, is too much.
  bool full(size_t bytes) const;
  void set_lane(const RequestPtr& request, std::optional<Lane> lane);
  // False when it was settled before its work began.
  bool start(const RequestPtr& request, std::string subject);
  // True for the first caller.
  bool complete(const RequestPtr& request);
  // Settles and cancels the request of that id; null when there is none.
  RequestPtr cancel(const Token& id);
  // The same by the token of its progress.
  RequestPtr cancel_progress(const Token& token);
  // Settles and cancels those of the same method and document that have not started and are older than
  // `newest`.
  std::vector<RequestPtr> supersede(const RequestPtr& newest, std::string document);
  // Settles and cancels those that work on the subject.
  std::vector<RequestPtr> replace(std::string_view subject);
  // Without effect once the request is settled: from then on nothing in it changes.
  void set_progress(const RequestPtr& request, std::shared_ptr<ProgressReport> progress);
  // Cancels all without settling them.
  void cancel_all();
  // The oldest first.
  std::vector<RequestState> states() const;

 private:
  void complete_locked(const RequestPtr& request);

  mutable std::mutex mutex_;
  std::map<Token, RequestPtr> requests_;
  size_t bytes_ = 0;  // of their messages
};

}  // namespace nsys_ai
