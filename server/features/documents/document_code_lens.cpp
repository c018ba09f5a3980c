// Lenses of virtual documents: above the title, above findings, and above the first lines of tables of
// kernels or ranges.
//
// A lens takes a line of its own, so that lenses above every row would tear tables apart; the other rows
// offer the same as code actions. No document has more than kMostLenses.
#include <algorithm>

#include "features/documents/command_links.h"
#include "features/documents/document_access.h"
#include "features/documents/document_answers.h"
#include "features/documents/document_locations.h"
#include "features/documents/finding_in_document.h"
#include "view/skill_invocation.h"
#include "view/targets/target.h"

namespace nsys_ai {
namespace {

constexpr size_t kMaxLenses = 200;
constexpr size_t kLinesOfTable = 3;
constexpr size_t kSkillsOfFinding = 2;

class Lenses {
 public:
  Lenses(Session& session, const VirtualDocument& document) : session_(session), document_(document) {}

  std::vector<lsp::CodeLens> all() {
    add(0, show_on_timeline("Show on Timeline", profile()));
    add(0, open_in_perfetto("Open in Perfetto", profile()));
    for (const Mark& mark : document_.page.marks) {
      if (mark.line == 0 || full()) continue;
      const auto target = parse_target(mark.target);
      if (!target) continue;
      if (target->kind == TargetKind::finding) add_finding(mark);
      if (target->kind == TargetKind::kernel_name || target->kind == TargetKind::nvtx_label) add_row(mark);
    }
    return std::move(lenses_);
  }

 private:
  const Profile& profile() const { return *document_.profile; }
  bool full() const { return lenses_.size() >= kMaxLenses; }

  void add(size_t line, lsp::Command command) {
    lenses_.push_back({document_.range_of_line(line), std::move(command)});
  }

  void add_finding(const Mark& mark) {
    const auto status = finding_status(session_, profile(), mark.target);
    if (!status) return;
    const std::string& key = status->finding.key;
    add(mark.line, show_document("Explain", {"finding", profile().info().path, {{"key", key}}}));
    if (status->suppressed) return add(mark.line, unsuppress_finding("Tell it again", key, profile()));
    if (!status->finding.refs.empty()) {
      add(mark.line, show_on_timeline("Show on Timeline", profile(), mark.target));
      add(mark.line, open_in_perfetto("Open in Perfetto here", profile(), mark.target));
    }
    std::vector<std::string> names;
    for (const std::string& asked : status->finding.skills) {
      const std::string name = parse_skill_invocation(asked).name;
      if (names.size() >= kSkillsOfFinding || std::find(names.begin(), names.end(), name) != names.end())
        continue;
      names.push_back(name);
      add(mark.line, run_skill("Run " + name, profile(), asked));
    }
  }

  // Adds lenses to the first rows of each table, for the first target that each row names.
  void add_row(const Mark& mark) {
    if (mark.line == line_) return;
    if (is_parted(line_, mark.line)) rows_ = 0;
    line_ = mark.line;
    if (++rows_ > kLinesOfTable) return;
    if (const auto place = place_of(profile(), mark.target))
      add(mark.line, show_document("Explain", place->address));
    if (const auto instances = instances_of(profile(), mark.target))
      add(mark.line, show_document("Instances", *instances));
    add(mark.line, show_on_timeline("Show on Timeline", profile(), mark.target));
    add(mark.line, open_in_perfetto("Open in Perfetto", profile(), mark.target));
  }

  // Whether an empty line, which ends a table, is between two lines.
  bool is_parted(size_t line, size_t other) const {
    for (; line < other; ++line)
      if (document_.text.line(line).empty()) return true;
    return false;
  }

  Session& session_;
  const VirtualDocument& document_;
  std::vector<lsp::CodeLens> lenses_;
  size_t line_ = 0;  // line of the previous row
  size_t rows_ = 0;  // number of rows of its table so far
};

}  // namespace

Result<std::vector<lsp::CodeLens>> document_code_lens(Session& session, const VirtualDocument& document,
                                                      const lsp::CodeLensParams&, Call&) {
  return Lenses(session, document).all();
}

}  // namespace nsys_ai
