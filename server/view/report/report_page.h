// The report as a page, for front ends that draw pages.
#pragma once

#include "view/pages/page.h"
#include "view/report/report.h"

namespace nsys_ai {

Page report_page(const RunReport& report);

}  // namespace nsys_ai
