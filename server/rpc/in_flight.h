// The requests that have no reply yet: who may still answer, and how to stop them.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/work.h"
#include "protocol/wire.h"

namespace nsys_ai {

class ProgressReport;

// One request on its way. What may change is guarded by the InFlight that made it.
struct ActiveRequest {
  Token id;
  std::string method;
  std::string document;  // the uri it asks about, where only the newest of several is worth an answer
  CancelToken cancel;
  std::shared_ptr<ProgressReport> progress;
  bool started = false;
  bool answered = false;
};
using RequestPtr = std::shared_ptr<ActiveRequest>;

// Thread-safe. Each request is settled once: whoever settles it replies, all others keep silent.
class InFlight {
 public:
  // Null when the id is in use.
  RequestPtr begin(const Token& id, std::string_view method);
  // False when it was settled before its work began.
  bool start(const RequestPtr& request);
  // True for the first who asks.
  bool settle(const RequestPtr& request);
  // Settles and cancels the request of that id; null when there is none.
  RequestPtr cancel(const Token& id);
  // The same by the token of its progress.
  RequestPtr cancel_progress(const Token& token);
  // Settles and cancels those of the same method and document that have not started and are older than
  // `newest`.
  std::vector<RequestPtr> supersede(const RequestPtr& newest, std::string document);
  // Without effect once the request is settled: from then on nothing in it changes.
  void set_progress(const RequestPtr& request, std::shared_ptr<ProgressReport> progress);
  // Cancels all without settling them.
  void cancel_all();

 private:
  void settle_locked(const RequestPtr& request);

  std::mutex mutex_;
  std::map<Token, RequestPtr> requests_;
};

}  // namespace nsys_ai
