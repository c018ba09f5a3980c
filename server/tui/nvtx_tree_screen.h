// The tree of NVTX ranges as a state machine: actions go in, frames come out, as of the timeline.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/nvtx/nvtx_tree.h"
#include "analysis/scope.h"
#include "base/result.h"
#include "profile/profile.h"
#include "tui/tui_screen.h"
#include "view/nvtx_outline.h"
#include "view/outline_per_call.h"

namespace nsys_ai {

// In each mode by name.
std::span<const TuiAction> nvtx_tree_actions();

struct NvtxTreeRun {
  ProfilePtr profile;
  std::string name;  // of the file
  ScopeRequest scope = {};
};

struct NvtxTreeState : ScreenText {
  NvtxTreeState() { mode = "tree"; }
  size_t selected = 0;      // among the lines that are shown
  size_t top = 0;           // the first of those on the screen
  std::set<uint32_t> open;  // nodes whose children are shown
  int64_t depth = 0;        // the deepest ranges shown; 0: all
  std::string filter;
  int64_t least = 0;   // ns
  std::string leaves;  // as TuiScreen::take_leave
};

class NvtxTreeScreen : public TuiScreen {
 public:
  // Fails where a scope is not in its profile. With `base`, each range has what its call takes there.
  static Result<std::unique_ptr<NvtxTreeScreen>> open(NvtxTreeRun run, std::optional<NvtxTreeRun> base,
                                                      bool ascii, const Work& work);

  void act(const TuiInput& input, FrameSize size) override;
  Frame frame(FrameSize size, bool complete) override;
  std::string take_leave() override { return std::exchange(state_.leaves, ""); }
  ScreenText& text() override { return state_; }

 private:
  NvtxTreeScreen(NvtxTreeRun run, bool ascii) : run_(std::move(run)), ascii_(ascii) {}

  Result<void> read_base(const NvtxTreeRun& base, const Work& work);
  Result<void> make(const Work& work);
  std::vector<size_t> shown() const;  // places in the outline's lines
  bool has_children(size_t line) const;
  const OutlineLine* selected_line() const;
  std::string target_of(const OutlineLine& line) const;
  void do_action(const std::string& action, const TuiInput& input, FrameSize size);
  void move(long by);
  void open_lines(bool all);
  void collapse();
  void accept_prompt();
  void explain(FrameSize size);
  void remake();
  void draw_line(FrameCanvas& canvas, size_t line, size_t at, bool selected) const;
  void draw_details(FrameCanvas& canvas, size_t line) const;

  NvtxTreeRun run_;
  bool ascii_;
  struct Base {
    Outline outline;
    int64_t missing = 0;  // ranges that only the base has
  };
  std::optional<Base> base_;
  std::vector<std::optional<PerCall>> per_call_;  // of each line; empty without a base
  std::optional<NvtxTree> tree_;  // of a scope that is not the whole capture
  const NvtxTree* nodes_ = nullptr;
  Outline outline_;
  NvtxTreeState state_;
};

}  // namespace nsys_ai
