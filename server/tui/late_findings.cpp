// One thread, which is asked to stop and then waited for.
#include "tui/late_findings.h"

#include <utility>

#include "base/context.h"
#include "base/log.h"

namespace nsys_ai {

LateFindings::LateFindings(std::function<std::vector<TraceNote>()> make)
    : thread_([this, make = std::move(make)] {
        const Work work{gone_, {}};
        const WorkScope scope(work);
        try {
          notes_ = make();
        } catch (const Cancelled&) {
          notes_.clear();
        } catch (const std::exception& thrown) {
          log_error(std::string("The findings of the timeline failed: ") + thrown.what());
        }
        ready_ = true;
      }) {}

LateFindings::~LateFindings() {
  gone_.cancel();
  thread_.join();
}

}  // namespace nsys_ai
