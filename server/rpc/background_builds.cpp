// The pool runs the first build in the list, and its end posts the next one.
#include "rpc/background_builds.h"

#include <algorithm>
#include <exception>

#include "base/log.h"

namespace nsys_ai {

void BackgroundBuilds::add(const std::string& name, Pool::Task task) {
  {
    const std::lock_guard lock(mutex_);
    const auto known = [&](const Item& item) { return item.name == name; };
    if (waiting_.size() >= kMax || std::any_of(waiting_.begin(), waiting_.end(), known)) return;
    waiting_.push_back({name, std::move(task)});
    if (waiting_.size() > 1) return;
  }
  post_next();
}

void BackgroundBuilds::post_next() {
  pool_.post(Lane::bulk, {}, [this](const CancelToken& cancel) {
    Pool::Task task;
    {
      const std::lock_guard lock(mutex_);
      task = waiting_.front().task;
    }
    try {
      task(cancel);
    } catch (const std::exception& error) {
      log_error(std::string("What a quick request needs could not be made: ") + error.what());
    }
    {
      const std::lock_guard lock(mutex_);
      waiting_.pop_front();
      if (waiting_.empty()) return;
    }
    post_next();
  });
}

}  // namespace nsys_ai
