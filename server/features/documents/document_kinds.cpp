// One function for each kind, and the sorted table.
#include "features/documents/document_kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "analysis/kernels/kernel_stats.h"
#include "analysis/name_search.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/time/iterations.h"
#include "base/quantity.h"
#include "base/quotation.h"
#include "base/suggest.h"
#include "base/text_table.h"
#include "features/documents/compare_view.h"
#include "features/documents/document_access.h"
#include "features/session.h"
#include "features/workspace/ask_page.h"
#include "features/workspace/baselines.h"
#include "features/workspace/client_profiles.h"
#include "features/workspace/history_page.h"
#include "features/workspace/rounds_page.h"
#include "features/workspace/suppressions.h"
#include "features/workspace/workspace.h"
#include "skill/answer_cache.h"
#include "skill/user_skills.h"
#include "view/pages/answer_page.h"
#include "view/pages/finding_page.h"
#include "view/pages/instances_page.h"
#include "view/pages/iteration_page.h"
#include "view/pages/kernel_page.h"
#include "view/pages/overview.h"
#include "view/pages/range_page.h"
#include "view/pages/ranges_page.h"
#include "view/pages/reading_page.h"
#include "view/pages/skill_form.h"
#include "view/targets/event_details.h"

namespace nsys_ai {
namespace {

// The prefix of the parts in a skill's address that restrict the run and are not parameters.
constexpr std::string_view kScopePart = "scope.";

tl::unexpected<Error> nothing_named(const PageRequest& of, std::string_view part, std::string_view what,
                                    NamedKind kind) {
  const std::string& wanted = *of.address.find(part);
  const auto near = similar_words(*of.profile, wanted, {kind});
  return fail(ErrorCode::bad_request, fmt::format("The profile has no {} {}.", what, quotation(wanted)),
              near.empty() ? "nsys-ai search finds names."
                           : fmt::format("Near to it are names with {}.", either(near)));
}

Result<NameId> kernel_of(const PageRequest& of) {
  for (const KernelStats& stats : of.profile->derived(build_kernel_stats).by_total)
    if (is_named(of.address, "name", of.profile->text(stats.name))) return stats.name;
  return nothing_named(of, "name", "kernel", NamedKind::kernel);
}

// The id of a label, or of the label of one range, by the text that a person sees.
Result<uint32_t> label_of(const PageRequest& of) {
  const NvtxLabels& labels = of.profile->derived(build_nvtx_labels);
  for (uint32_t i = 0; i < labels.labels.size(); ++i)
    if (is_named(of.address, "label", labels.labels[i].label)) return i;
  const auto found = labels.by_label.find(normalised_label(*of.address.find("label")));
  if (found != labels.by_label.end()) return found->second;
  return nothing_named(of, "label", "NVTX range", NamedKind::nvtx);
}

Result<Page> make_rounds(const PageRequest& of) {
  return rounds_page(of.profile->info().path, of.session.workspace.folders());
}

std::string rounds_version(Session& session, const DocumentAddress& address) {
  return version_of_rounds(address.profile, session.workspace.folders());
}

Result<Page> make_answer(const PageRequest& of) {
  const std::string& question = *of.address.find("question");
  const std::string* after = of.address.find("after");
  const SkillSetPtr known = of.session.skills.now();
  const auto answer = ask(
      of.profile, of.session.answers,
      {question, after == nullptr ? std::string_view() : std::string_view(*after), &known->project}, of.work);
  if (!answer) return tl::unexpected(answer.error());
  Page page = ask_text_page(*of.profile, *answer);
  page.title = one_line(question);
  return page;
}

ViewParams params_of_address(const DocumentAddress& address) {
  return {address.item.begin(), address.item.end()};
}

Result<Page> make_comparison(const PageRequest& of) {
  return compare_view(of.profile, params_of_address(of.address), other_profiles(of.session), of.work);
}

// The load of the other profile, or the time at which the baseline was kept.
std::string comparison_version(Session& session, const DocumentAddress& address) {
  const std::string& against = *address.find("against");
  if (const auto open = session.library.find_path(against))
    return fmt::format("{} {}", open->handle, static_cast<const void*>(open->profile.get()));
  return version_of_baseline(session.workspace.folders(), against);
}

Result<Page> make_event(const PageRequest& of) {
  const std::string& ref = *of.address.find("ref");
  const size_t colon = std::min(ref.find(':'), ref.size());
  const auto row = parse_integer(std::string_view(ref).substr(std::min(colon + 1, ref.size())));
  auto page = row ? event_page(*of.profile, ref.substr(0, colon), *row, of.work) : std::nullopt;
  if (page) return std::move(*page);
  if (of.work.cancel.cancelled()) return cancelled();
  return fail(ErrorCode::bad_request, fmt::format("The profile has no event {}.", quotation(ref)),
              "An event is named by its table and its row there, such as memset:12.");
}

Result<Page> make_finding(const PageRequest& of) {
  return finding_page(*of.profile, *of.address.find("key"), of.work);
}

Result<Page> make_instances(const PageRequest& of) {
  if (of.address.find("name") == nullptr) {
    const auto label = label_of(of);
    if (!label) return tl::unexpected(label.error());
    return label_instances_page(*of.profile, *label, of.work);
  }
  const auto kernel = kernel_of(of);
  if (!kernel) return tl::unexpected(kernel.error());
  return kernel_instances_page(*of.profile, *kernel);
}

Result<Page> make_iteration(const PageRequest& of) {
  const Iterations& iterations = of.profile->derived(build_iterations);
  const auto number = parse_integer(*of.address.find("number"));
  const std::string* process = of.address.find("process");
  for (uint32_t i = 0; i < iterations.all.size(); ++i) {
    const Iteration& step = iterations.all[i];
    if (step.number != number) continue;
    if (process == nullptr || of.profile->pid_of(step.process) == parse_integer(*process))
      return iteration_page(*of.profile, i, of.work);
  }
  return fail(
      ErrorCode::bad_request,
      fmt::format("The profile has no step {}.", quotation(*of.address.find("number"))),
      iterations.empty() ? iterations.why_none(*of.profile) : "The skill iteration_timing lists its steps.");
}

Result<Page> make_kernel(const PageRequest& of) {
  const auto kernel = kernel_of(of);
  if (!kernel) return tl::unexpected(kernel.error());
  return kernel_page(*of.profile, *kernel, of.work);
}

Result<Page> make_overview(const PageRequest& of) {
  Page page = overview(*of.profile, *of.session.suppressions.now());
  add_history(of.session.workspace.folders(), page);
  return page;
}

Result<Page> make_page_of_library(const PageRequest& of) {
  const std::string& key = *of.address.find("key");
  if (const LibraryPage* reading = library_page(key)) return reading_page(*reading);
  return fail(ErrorCode::bad_request, fmt::format("There is no page {}.", quotation(key)),
              "`nsys-ai knowledge` lists all of them.");
}

Result<Page> make_range(const PageRequest& of) {
  const auto label = label_of(of);
  if (!label) return tl::unexpected(label.error());
  return range_page(*of.profile, *label, of.work);
}

Result<Page> make_ranges(const PageRequest& of) { return ranges_page(*of.profile, of.work); }

// The first `name` is the skill's. The other parts are its parameters, one of which may also be `name`, and
// the scope.
Result<Page> make_skill_answer(const PageRequest& of) {
  const SkillSetPtr known = of.session.skills.now();
  ParamValues values;
  ViewParams scope_fields;
  const std::string* name = of.address.find("name");
  for (const auto& [part, value] : of.address.item)
    if (part.starts_with(kScopePart))
      scope_fields.emplace_back(part.substr(kScopePart.size()), value);
    else if (&value != name)
      values[part] = value;
  auto scope = scope_of_form(scope_fields);
  if (!scope) return tl::unexpected(scope.error());
  known->project.complete(*scope);
  const auto skill = known->find(*name);
  if (!skill) return tl::unexpected(skill.error());
  auto params = check_params((*skill)->params, values);
  if (!params) return tl::unexpected(params.error());
  const Question question{**skill, known->text_of(**skill), std::move(*scope), std::move(*params)};
  const auto answer = of.session.answers.ask(of.profile, question, of.work);
  if (!answer) return tl::unexpected(answer.error());
  return answer_page(*of.profile, **skill, question.params, **answer);
}

// The text of a user's skill.
std::string skill_version(Session& session, const DocumentAddress& address) {
  const SkillSetPtr known = session.skills.now();
  const auto skill = known->find(*address.find("name"));
  return skill ? std::string(known->text_of(**skill)) : "";
}

// The workspace's suppressions.
std::string overview_version(Session& session, const DocumentAddress&) {
  std::string version;
  for (const Suppression& of : *session.suppressions.now())
    version += of.finding + '\n' + of.profile + '\n' + of.reason + '\n';
  return version + version_of_history(session.workspace.folders());
}

constexpr std::array kDocumentKinds = {
    DocumentKind{.name = "annotate", .make = make_rounds, .version = rounds_version},
    DocumentKind{.name = "ask", .needs = {"question"}, .make = make_answer},
    DocumentKind{
        .name = "compare", .needs = {"against"}, .make = make_comparison, .version = comparison_version},
    DocumentKind{.name = "event", .needs = {"ref"}, .make = make_event},
    DocumentKind{.name = "finding", .needs = {"key"}, .make = make_finding},
    DocumentKind{
        .name = "instances", .needs = {"name", "label"}, .make = make_instances, .has_instances = true},
    DocumentKind{.name = "iteration", .needs = {"number"}, .make = make_iteration},
    DocumentKind{.name = "kernel", .needs = {"name"}, .make = make_kernel, .has_instances = true},
    DocumentKind{
        .name = "overview", .make = make_overview, .version = overview_version, .has_findings = true},
    DocumentKind{.name = "page", .needs = {"key"}, .make = make_page_of_library},
    DocumentKind{.name = "range", .needs = {"label"}, .make = make_range, .has_instances = true},
    DocumentKind{.name = "ranges", .make = make_ranges},
    DocumentKind{.name = "skill", .needs = {"name"}, .make = make_skill_answer, .version = skill_version}};

}  // namespace

std::span<const DocumentKind> document_kinds() { return kDocumentKinds; }

const DocumentKind* document_kind(std::string_view name) {
  const auto kind = std::ranges::find(kDocumentKinds, name, &DocumentKind::name);
  return kind == kDocumentKinds.end() ? nullptr : &*kind;
}

DocumentAddress address_of_ask_view(const Profile& profile, const ViewParams& params) {
  DocumentAddress address{"ask", profile.info().path, {{"question", param_of(params, "question")}}};
  if (std::string after = param_of(params, "after"); !after.empty())
    address.item.emplace_back("after", std::move(after));
  return address;
}

DocumentAddress address_of_compare_view(const Profile& profile, const ViewParams& params) {
  DocumentAddress address{"compare", profile.info().path, {}};
  for (const char* name : {"against", "as", "gpu"})
    if (std::string value = param_of(params, name); !value.empty())
      address.item.emplace_back(name, std::move(value));
  return address;
}

DocumentAddress address_of_skill_view(const Profile& profile, const ViewParams& params) {
  static constexpr std::string_view kParam = "param.";
  DocumentAddress address{"skill", profile.info().path, {{"name", param_of(params, "name")}}};
  for (const auto& [name, value] : params) {
    if (name == "name" || value.empty()) continue;
    const bool is_param = name.starts_with(kParam);
    address.item.emplace_back(is_param ? name.substr(kParam.size()) : std::string(kScopePart) + name, value);
  }
  return address;
}

Result<Page> make_page(Session& session, const ProfilePtr& profile, const DocumentAddress& address,
                       const Work& work) {
  const DocumentKind* kind = document_kind(address.kind);
  if (kind == nullptr) return fail(ErrorCode::bad_request, "There is no such kind of document.");
  const LossNotes losses;
  auto page = kind->make({session, profile, address, work});
  if (page) add_loss_notes(losses, *page);
  return page;
}

std::string version_of(Session& session, const DocumentAddress& address) {
  const DocumentKind* kind = document_kind(address.kind);
  return kind && kind->version ? kind->version(session, address) : "";
}

}  // namespace nsys_ai
