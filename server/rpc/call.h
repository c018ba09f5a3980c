// What a handler is given beside its parameters.
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

// What a request reads, and what was found out about its parameters on the way to that.
struct RequestSubject {
  std::string name;     // empty for nothing; once it is replaced, requests that read it are outdated
  std::any asked = {};  // for the handler, which need not find it out again
};

// Lives as long as the handler runs; used by its thread only.
class Call {
 public:
  // Called with the stage of the work; may be empty.
  using Stage = std::function<void(std::string_view what)>;

  Call(Client& client, Strand& strand, CancelToken cancel, std::shared_ptr<ProgressReport> progress,
       Stage stage = {}, std::any asked = {})
      : client_(client),
        strand_(strand),
        cancel_(std::move(cancel)),
        progress_(std::move(progress)),
        stage_(std::move(stage)),
        asked_(std::move(asked)) {}

  // Raised when the client cancels, asks something newer, or goes away.
  const CancelToken& cancel() const { return cancel_; }
  // For long work: its reports reach the client as $/progress. Valid beyond the call's life.
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
  // What is known of the parameters, as `RequestSubject` has it; null where it is something else.
  template <class T>
  const T* asked() const {
    return std::any_cast<T>(&asked_);
  }
  // Runs something where the session's state may be changed.
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
