// A timeline as what a trace decodes to, so that both are printed and compared in one way.
#pragma once

#include "tests/trace/decode.h"
#include "trace/timeline/timeline.h"

namespace nsys_ai::trace_test {

// Times on the capture's clock. What breaks a promise of the lists is among the faults.
DecodedTrace decode(const Timeline& timeline);
// The rows that a trace with these options has. Throws where they cannot be listed.
std::vector<std::string> row_ids(const TimelineSource& source, const TraceOptions& options);

}  // namespace nsys_ai::trace_test
