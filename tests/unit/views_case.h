// What tests of trees, searches and exports on real captures begin with.
#pragma once

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "tests/unit/skill_answers.h"
#include "view/event_export.h"
#include "view/name_search_answer.h"
#include "view/nvtx_outline_text.h"

namespace nsys_ai::test {

class Views : public testing::TestWithParam<std::filesystem::path> {
 protected:
  const Profile& profile() const { return capture.profile(); }
  Outline outline(OutlineOptions options = {}, const ScopeRequest& scope = {}) const {
    options.limit = 0;
    auto made = nvtx_outline(profile(), scope, options);
    if (!made) throw std::runtime_error(made.error().message);
    return *made;
  }
  AnswerRows search(NamedKind kind, bool instances = false) const {
    SearchOptions options;
    options.text = "*";
    options.kinds = {kind};
    options.limit = 0;
    options.instances = instances;
    auto answer = search_answer(profile(), {}, options);
    if (!answer) throw std::runtime_error(answer.error().message);
    return AnswerRows(std::move(*answer));
  }
  std::string written(EventFormat format, const std::vector<EventFamily>& families,
                      const ScopeRequest& request = {}) const {
    const auto scope = Scope::make(profile(), request);
    if (!scope) throw std::runtime_error(scope.error().message);
    std::string text;
    const auto counts = write_events(profile(), *scope, families, format, [&](std::string_view chunk) {
      text += chunk;
      return true;
    });
    if (!counts) throw std::runtime_error(counts.error().message);
    return text;
  }
  // A window in the middle that cuts events on both sides.
  ScopeRequest middle() const {
    const Interval all = profile().extent();
    ScopeRequest request;
    request.window = Interval{all.start + all.length() / 3, all.end - all.length() / 3};
    return request;
  }
  std::vector<ScopeRequest> scopes() const {
    if (profile().extent().length() < 10) return {{}};
    return {{}, middle()};
  }

  Capture capture{GetParam()};
};

inline bool is_range(const AnswerRows& rows, size_t i) { return rows.text(i, "kind") == "range"; }

}  // namespace nsys_ai::test
