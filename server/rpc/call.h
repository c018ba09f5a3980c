// The context that a handler receives beside its parameters.
#pragma once

#include <any>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/work.h"
#include "rpc/client.h"
#include "rpc/progress.h"
#include "rpc/strand.h"

namespace nsys_ai {

// The data that a request reads, and the result of looking it up from the parameters.
struct RequestSubject {
  std::string name;     // empty if it reads nothing; once replaced, requests on it are outdated
  std::any asked = {};  // passed to the handler, which need not look it up again
};

// Lives as long as the handler runs; only the handler's thread uses it.
class Call {
 public:
  // Called with each stage of the work; may be empty.
  using Stage = std::function<void(std::string_view what)>;

  Call(Client& client, Strand& strand, CancelToken cancel, std::shared_ptr<ProgressReport> progress,
       Stage stage = {}, std::any asked = {})
      : client_(client),
        strand_(strand),
        cancel_(std::move(cancel)),
        progress_(std::move(progress)),
        stage_(std::move(stage)),
        asked_(std::move(asked)) {}

  // Raised when the client cancels, sends a newer request about the same document, or disconnects.
  const CancelToken& cancel() const { return cancel_; }
  // For long work: its reports reach the client as $/progress. Outlives the call.
  Work work() const {
    Work work{cancel_, {}};
    if (progress_)
      work.progress = [progress = progress_, stage = stage_](double done, const std::string& what) {
        if (stage) stage(what);
        progress->report(done, what);
      };
    return work;
  }
  Client& client() const { return client_; }
  // `RequestSubject::asked` as a T; null if it has another type.
  template <class T>
  const T* asked() const {
    return std::any_cast<T>(&asked_);
  }
  // Runs a task on the strand, which may change the session's state.
  void on_strand(std::function<void()> task) const { strand_.post(std::move(task)); }

 private:
  Client& client_;
  Strand& strand_;
  CancelToken cancel_;
  std::shared_ptr<ProgressReport> progress_;
  Stage stage_;
  std::any asked_;
};

}  // namespace nsys_ai
