// Completion while a question is typed: kernels and NVTX labels of the active profile, and skills.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "analysis/kernels/kernel_stats.h"
#include "analysis/kernels/kernels.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "base/text_pattern.h"
#include "base/text_table.h"
#include "features/documents/ask_line_answers.h"
#include "features/documents/text_document.h"
#include "features/session.h"
#include "features/workspace/client_profiles.h"
#include "skill/user_skills.h"

namespace nsys_ai::inline features {
namespace {

constexpr size_t kMaxItems = 50;

struct Candidate {
  int64_t time = 0;  // on the GPUs
  lsp::CompletionItemKind kind = lsp::CompletionItemKind::text;
  std::string name;
  std::string detail;
  std::string filter = {};  // what the client is to compare instead of the name
};

bool begins(std::string_view name, std::string_view lower_prefix) {
  return name.size() >= lower_prefix.size() &&
         ascii_lower(name.substr(0, lower_prefix.size())) == lower_prefix;
}

void add_kernels(std::vector<Candidate>& all, const Profile& profile, std::string_view prefix) {
  for (const KernelStats& of : profile.derived(build_kernel_stats).by_total) {
    std::string name = one_line(display_name(profile.text(of.name)));
    std::string base = begins(name, prefix) ? "" : base_name(profile.text(of.name));
    if (!base.empty() && !begins(base, prefix)) continue;
    all.push_back({of.total, lsp::CompletionItemKind::function, std::move(name),
                   fmt::format("kernel, {} {}, {}", readable_count(of.calls),
                               of.calls == 1 ? "call" : "calls", readable_ns(of.total)),
                   std::move(base)});
  }
}

void add_labels(std::vector<Candidate>& all, const Profile& profile, std::string_view prefix) {
  for (const LabelStats& of : profile.derived(build_nvtx_labels).labels) {
    std::string name = one_line(of.label);
    if (!begins(name, prefix)) continue;
    all.push_back({of.kernel_time, lsp::CompletionItemKind::event, std::move(name),
                   fmt::format("NVTX range, {} times, {} of kernels inside", readable_count(of.count),
                               readable_ns(of.kernel_time))});
  }
}

// Behind all names of the profile: a skill takes no time there.
void add_skills(std::vector<Candidate>& all, const SkillSet& set, std::string_view prefix) {
  for (const Skill& skill : set.skills.skills())
    if (begins(skill.info.name, prefix))
      all.push_back(
          {-1, lsp::CompletionItemKind::module, skill.info.name, "skill: " + one_line(skill.info.title)});
}

}  // namespace

Result<lsp::CompletionList> ask_line_completion(Session& session, const lsp::CompletionParams& params,
                                                Call&) {
  const auto document = session.documents.find(params.textDocument.uri);
  if (!document) return lsp::CompletionList{};
  const size_t end = document->offset(params.position);
  const size_t blank = end > 0 ? document->text().find_last_of(" \t\r\n", end - 1) : std::string::npos;
  const size_t begin = blank == std::string::npos ? 0 : blank + 1;
  const std::string prefix = ascii_lower(std::string_view(document->text()).substr(begin, end - begin));
  std::vector<Candidate> all;
  if (const auto active = session.library.active()) {
    add_kernels(all, *active->profile, prefix);
    add_labels(all, *active->profile, prefix);
  }
  add_skills(all, *session.skills.now(), prefix);
  std::stable_sort(all.begin(), all.end(),
                   [](const Candidate& a, const Candidate& b) { return a.time > b.time; });
  lsp::CompletionList list;
  list.isIncomplete = all.size() > kMaxItems;
  if (list.isIncomplete) all.resize(kMaxItems);
  for (Candidate& of : all) {
    lsp::CompletionItem& item = list.items.emplace_back();
    item.sortText = fmt::format("{:03}", list.items.size());
    item.kind = of.kind;
    item.detail = std::move(of.detail);
    if (!of.filter.empty()) item.filterText = of.filter;
    item.textEdit = lsp::TextEdit{{document->position(begin), document->position(end)}, of.name};
    item.label = shortened(of.name, 80);
  }
  return list;
}

}  // namespace nsys_ai::inline features
