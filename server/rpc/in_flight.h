// The table of requests without a reply. Decides which thread may reply, and cancels requests.
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

// A request without a reply. The InFlight that made it guards its mutable members.
struct ActiveRequest {
  Token id;
  std::string method;
  size_t bytes = 0;  // of its message
  std::chrono::steady_clock::time_point arrived = std::chrono::steady_clock::now();
  std::optional<Lane> lane;  // empty until it is known, and on the strand
  std::string subject;       // the data that it reads; replacing it makes the request outdated
  std::string document;      // its URI, for methods that answer only the newest request on a document
  CancelToken cancel;
  std::shared_ptr<ProgressReport> progress;
  bool started = false;
  bool answered = false;
};
using RequestPtr = std::shared_ptr<ActiveRequest>;

// A request without a reply, as status reports show it.
struct RequestState {
  std::string method;
  std::optional<Lane> lane;
  bool started = false;
  std::chrono::steady_clock::duration age{};
};

// Thread-safe. Each request completes once: the thread that completes it replies, and all others do not.
class InFlight {
 public:
  // The limits beyond which the server refuses requests, so that a flood of them cannot exhaust memory.
  // Editors have some dozens pending.
  static constexpr size_t kMax = 1024;
  static constexpr size_t kMaxBytes = size_t{128} << 20U;

  // Null if the id is in use.
  RequestPtr begin(const Token& id, std::string_view method, size_t bytes);
  // Whether another request of this size exceeds a limit.
  bool full(size_t bytes) const;
  void set_lane(const RequestPtr& request, std::optional<Lane> lane);
  // Returns false if the request completed before its work began.
  bool start(const RequestPtr& request, std::string subject);
  // Returns true for the first caller only.
  bool complete(const RequestPtr& request);
  // Completes and cancels the request of an id; null if there is none.
  RequestPtr cancel(const Token& id);
  // The same by the request's progress token.
  RequestPtr cancel_progress(const Token& token);
  // Completes and cancels the requests of the same method and document that have not started and are older
  // than `newest`.
  std::vector<RequestPtr> supersede(const RequestPtr& newest, std::string document);
  // Completes and cancels the requests on a subject.
  std::vector<RequestPtr> replace(std::string_view subject);
  // Has no effect once the request is complete; from then on it never changes.
  void set_progress(const RequestPtr& request, std::shared_ptr<ProgressReport> progress);
  // Cancels all requests without completing them.
  void cancel_all();
  // Sorted by age, oldest first.
  std::vector<RequestState> states() const;

 private:
  void complete_locked(const RequestPtr& request);

  mutable std::mutex mutex_;
  std::map<Token, RequestPtr> requests_;
  size_t bytes_ = 0;  // of their messages
};

}  // namespace nsys_ai
