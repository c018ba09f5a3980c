// A flame graph as a page.
#pragma once

#include "base/result.h"
#include "base/work.h"
#include "view/flame/flame_view.h"
#include "view/pages/page.h"

namespace nsys_ai {

// For front ends that draw pages. Parameters: `of` (samples, nvtx or backtraces), `inverted` (1), `thread`,
// `at`, `filter`, `root`, those of `scope_of_form`, and `format` (folded, speedscope or Markdown). Fails like
// `flame_view`.
Result<Page> flame_page(const Profile& profile, const ViewParams& params, const Work& work);

// For a terminal and a document: a table of the `most` largest rows, 0 for all.
Page flame_text_page(const FlameView& view, size_t most);

// The options in the parameters of the page.
Result<FlameOptions> flame_options_of(const ViewParams& params);

}  // namespace nsys_ai
