// Converts a report to its type on the wire, which is that of report.json.
#pragma once

#include "protocol/nsys_report.h"
#include "view/report/report.h"

namespace nsys_ai {

nsys::Report wire_report(const RunReport& report);

}  // namespace nsys_ai
