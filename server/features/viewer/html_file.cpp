// Asks for what a browser would ask for: the views of the tabs, then what these link to.
#include "features/viewer/html_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "features/documents/views.h"
#include "features/viewer/timeline_content.h"
#include "features/viewer/timeline_related.h"
#include "features/wire.h"
#include "http/one_file.h"
#include "protocol/json.h"
#include "protocol/write.h"
#include "trace/timeline/timeline.h"
#include "view/targets/card.h"
#include "view/targets/target_window.h"

namespace nsys_ai {
namespace {

// A browser cannot draw more without a pause.
constexpr size_t kFileSlices = 120'000;
// Beyond it a click leads to a sentence instead of a view.
constexpr int kClicks = 1;

struct WantedView {
  ViewLink link;
  int clicks = 0;
};

std::string address_of(const ViewLink& link) {
  std::map<std::string, std::string> params(link.params.begin(), link.params.end());
  params["view"] = link.view;
  return kept_address("page.json", params);
}

class HtmlFileBuilder {
 public:
  HtmlFileBuilder(const ViewerServer::Subject& subject, const Work& work)
      : subject_(subject),
        work_(work),
        annotations_{cached_finding_notes(subject.profile, subject.suppressions), subject.workspace_notes} {}

  void want_card(const std::string& target) {
    if (!target.empty() && known_.insert(target).second) targets_.push_back(target);
  }

  Result<void> add_views() {
    for (const char* view :
         {"overview", "findings", "kernels", "tree", "flame", "skills", "questions", "report"})
      wanted_.push_back({{view}, 0});
    std::set<std::string> seen;
    while (!wanted_.empty() && pages < kMostFileViews) {
      const WantedView next = std::move(wanted_.front());
      wanted_.pop_front();
      const std::string address = address_of(next.link);
      if (!seen.insert(address).second) continue;
      work_.report(static_cast<double>(pages) / kMostFileViews, fmt::format("view {}", next.link.view));
      const auto page = view_page({subject_.profile, subject_.suppressions, *subject_.skills, cache_,
                                   subject_.workspace_notes, others_},
                                  next.link.view, next.link.params, work_);
      if (!page && page.error().code == ErrorCode::cancelled) return tl::unexpected(page.error());
      if (!page) continue;
      const Json json = write_json(wire_page(*page));
      answers[address] = without_folder(json.compact());
      ++pages;
      collect(json, next.clicks);
    }
    return {};
  }

  Result<void> add_cards() {
    for (const std::string& target : targets_) {
      if (cards == kMostFileCards) break;
      if (work_.cancel.cancelled()) return cancelled();
      if (const auto shown = card(*subject_.profile, target)) {
        answers[kept_address("explain.json", {{"target", target}})] =
            write_json(wire_explanation(target, *shown)).compact();
        ++cards;
      }
      if (const auto related = timeline_related(*subject_.profile, target, work_))
        answers[kept_address("timeline_related.json", {{"target", target}})] = write_json(*related).compact();
    }
    return {};
  }

  // As finely as the bytes allow: in full detail first, then in powers of two of columns.
  Result<int64_t> add_timeline(const std::optional<Interval>& window, size_t most_bytes) {
    constexpr int64_t kFinest = 1 << 20;
    constexpr int64_t kCoarsest = 1 << 9;
    TimelineView view{window, INT64_MAX / 4, kFileSlices, {}, false, false};
    for (view.columns = INT64_MAX / 4;; view.columns = std::min(kFinest, view.columns / 2)) {
      const auto part = timeline_part(*subject_.profile, annotations_, view, work_);
      if (!part) return tl::unexpected(part.error());
      const bool is_coarsest = view.columns <= kCoarsest;
      if (!part->complete && !is_coarsest) continue;
      std::string text = write_json(*part).compact();
      if (text.size() > most_bytes && !is_coarsest) continue;
      answers[fmt::format("timeline.json{}", window ? "?part" : "")] = std::move(text);
      return part->pixel;
    }
  }

  Result<void> add_rows() {
    std::string text;
    const auto produce = timeline_rows_content(subject_.profile, annotations_);
    if (auto made = produce([&](std::string_view piece) {
          text += piece;
          return true;
        });
        !made)
      return made;
    answers["timeline_rows.json"] = std::move(text);
    return {};
  }

  KeptAnswers answers;
  size_t pages = 0;
  size_t cards = 0;

 private:
  // The path of the file is of this machine, and concerns nobody who is sent the page.
  std::string without_folder(std::string text) const {
    const std::string folder = subject_.profile->info().path.parent_path().string() + "/";
    const std::string written = Json(folder).compact();
    const std::string_view inside = std::string_view(written).substr(1, written.size() - 2);
    for (size_t at = text.find(inside); folder != "/" && at != std::string::npos; at = text.find(inside, at))
      text.erase(at, inside.size());
    return text;
  }

  // The views and the targets that a page names, in its order; blocks that follow later belong to the page.
  void collect(const Json& json, int clicks) {
    if (const Json::Array* list = json.if_array()) {
      for (const Json& each : *list) collect(each, clicks);
      return;
    }
    const Json::Object* const object = json.if_object();
    if (object == nullptr) return;
    if (const Json* target = json.find("target"); target != nullptr && target->if_string() != nullptr)
      want_card(*target->if_string());
    const Json* kind = json.find("kind");
    const bool later = kind != nullptr && kind->if_string() != nullptr && *kind->if_string() == "later";
    for (const Json::Member& member : *object) {
      if (want_view(member.value, later ? clicks : clicks + 1, later)) continue;
      collect(member.value, clicks);
    }
  }

  bool want_view(const Json& json, int clicks, bool first) {
    const Json* view = json.find("view");
    const Json* params = json.find("params");
    if (view == nullptr || view->if_string() == nullptr || params == nullptr ||
        params->if_object() == nullptr)
      return false;
    WantedView wanted{{*view->if_string()}, clicks};
    for (const Json::Member& param : *params->if_object())
      if (param.value.if_string() != nullptr)
        wanted.link.params.emplace_back(param.name, *param.value.if_string());
    if (clicks > kClicks || wanted.link.view == "timeline" || wanted.link.view == "ask") return true;
    if (first)
      wanted_.push_front(std::move(wanted));
    else
      wanted_.push_back(std::move(wanted));
    return true;
  }

  const ViewerServer::Subject& subject_;
  const Work& work_;
  Annotations annotations_;
  AnswerCache cache_;
  OtherProfiles others_;  // none: the file is of this profile alone
  std::deque<WantedView> wanted_;
  std::set<std::string> known_;
  std::vector<std::string> targets_;
};

}  // namespace

Result<HtmlFile> html_file(const ViewerServer::Subject& subject, const HtmlFileRequest& request,
                           const Work& work) {
  const std::optional<Interval> window =
      request.target.empty() ? request.window : window_around(*subject.profile, request.target);
  HtmlFileBuilder builder(subject, work);
  if (!request.target.empty()) builder.want_card(request.target);
  if (auto made = builder.add_views(); !made) return tl::unexpected(made.error());
  if (auto made = builder.add_cards(); !made) return tl::unexpected(made.error());
  if (auto made = builder.add_rows(); !made) return tl::unexpected(made.error());
  const size_t most_bytes = window ? kMostFileTimelineBytes / 2 : kMostFileTimelineBytes;
  const auto pixel = builder.add_timeline({}, most_bytes);
  if (!pixel) return tl::unexpected(pixel.error());
  if (window)
    if (auto made = builder.add_timeline(window, most_bytes); !made) return tl::unexpected(made.error());
  const std::string name = subject.profile->info().path.filename().string();
  OneFile file{name, "nsys-ai open " + name, std::move(builder.answers), ""};
  if (!request.target.empty())
    file.begin = "view=timeline&at=" + request.target;
  else if (window)
    file.begin = fmt::format("view=timeline&start={}&end={}", window->start, window->end);
  return HtmlFile{one_file_page(file), builder.pages, builder.cards, *pixel};
}

}  // namespace nsys_ai
