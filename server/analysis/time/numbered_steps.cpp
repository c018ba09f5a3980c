// Finds steps that the program numbers itself, however few: `sample_0`, `sample_1`, `sample_2`.
//
// The text of a number that is glued to a word is part of its label, so that these ranges have a label each.
#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <string>
#include <tuple>

#include "analysis/nvtx/label_numbers.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/time/found_steps.h"
#include "base/context.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

// Programs number parts of a model and of a machine too.
constexpr std::array<std::string_view, 22> kPartWords = {
    "attention", "attn",  "block", "bucket", "chunk",  "decoder", "device", "encoder",
    "expert",    "gpu",   "head",  "kernel", "layer",  "mlp",     "module", "phase",
    "rank",      "shard", "stage", "stream", "tensor", "worker"};

// The text with a sign for each number in it.
std::string skeleton_of(std::string_view text) {
  std::string skeleton;
  for (const char c : text) {
    const bool is_digit = std::isdigit(static_cast<unsigned char>(c)) != 0;
    if (is_digit || c == '#') {
      if (!skeleton.ends_with('#')) skeleton += '#';
    } else {
      skeleton += c;
    }
  }
  return skeleton;
}

bool names_a_part(std::string skeleton) {
  for (char& c : skeleton) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return std::any_of(kPartWords.begin(), kPartWords.end(),
                     [&](std::string_view part) { return skeleton.find(part) != std::string_view::npos; });
}

// The index of each label's skeleton; none where no range of that skeleton can mark steps.
struct Skeletons {
  static constexpr uint32_t kNone = UINT32_MAX;
  std::vector<uint32_t> of_label;
  size_t count = 0;
};

Skeletons skeletons_of(const NvtxLabels& labels) {
  std::map<std::string, std::vector<uint32_t>> groups;
  for (uint32_t label = 0; label < labels.labels.size(); ++label) {
    const std::string skeleton = skeleton_of(labels.labels[label].label);
    if (labels.labels[label].kernels > 0 && skeleton.find('#') != std::string::npos &&
        !names_a_part(skeleton) && !names_a_line(labels.labels[label].label))
      groups[skeleton].push_back(label);
  }
  Skeletons found{std::vector<uint32_t>(labels.labels.size(), Skeletons::kNone), 0};
  for (const auto& [skeleton, members] : groups) {
    for (const uint32_t label : members) found.of_label[label] = static_cast<uint32_t>(found.count);
    ++found.count;
  }
  return found;
}

// Whether the texts differ in one number alone, which counts up by one, and which is no index in a path.
bool count_up(const Profile& profile, const std::vector<uint32_t>& ranges) {
  std::optional<size_t> place;
  std::vector<int64_t> before;
  for (size_t i = 0; i < ranges.size(); ++i) {
    const std::string text = without_operator_ids(profile.nvtx_text(ranges[i]));
    std::vector<int64_t> now = numbers_in(text);
    if (i > 0) {
      const auto pair = counted_on(before, now);
      if (!pair || pair->by != 1 || (place && *place != pair->place) || are_indices(text)[pair->place])
        return false;
      place = pair->place;
    }
    before = std::move(now);
  }
  return place.has_value();
}

// None is short, they launch the same number of kernels, and most of those of their process.
bool resemble_steps(const Profile& profile, const std::vector<uint32_t>& ranges,
                    const std::vector<int64_t>& launches) {
  const Nvtx& nvtx = profile.nvtx();
  int64_t inside = 0, fewest = INT64_MAX, most = 0;
  for (const uint32_t range : ranges) {
    const Interval of = nvtx.interval(range);
    if (of.duration() < RepeatFigures::kShortest) return false;
    const int64_t count = std::lower_bound(launches.begin(), launches.end(), of.end) -
                          std::lower_bound(launches.begin(), launches.end(), of.start);
    inside += count;
    fewest = std::min(fewest, count);
    most = std::max(most, count);
  }
  return fewest > 0 && most * 10 <= fewest * 11 && 2 * inside >= std::ssize(launches);
}

}  // namespace

void find_numbered_steps(const Profile& profile, StepsByProcess& found) {
  const Nvtx& nvtx = profile.nvtx();
  if (nvtx.size() == 0) return;
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  const Skeletons skeletons = skeletons_of(labels);
  if (skeletons.count == 0) return;
  const NvtxForest& forest = profile.derived(build_nvtx_forest);
  std::optional<std::vector<std::vector<int64_t>>> launches;
  ThrottledCheck check;
  for (size_t thread = 0; thread < profile.threads().size(); ++thread) {
    const ProcessIx process = profile.threads()[thread].process;
    FoundSteps& of = found[process];
    if (of.steps.source != StepSource::none) continue;
    std::map<uint32_t, std::vector<uint32_t>> outermost;
    for (const uint32_t range : forest.of_thread[thread]) {
      check();
      const uint32_t skeleton = skeletons.of_label[labels.of_template[nvtx.text[range]]];
      const bool is_closed = nvtx.end(range) != Nvtx::kOpen;
      if (skeleton != Skeletons::kNone && forest.parent[range] == NvtxForest::kNoRange && is_closed)
        outermost[skeleton].push_back(range);
    }
    for (const auto& [skeleton, ranges] : outermost) {
      if (ranges.size() < 2 || !count_up(profile, ranges)) continue;
      if (!launches) launches = launch_times(profile);
      if (!resemble_steps(profile, ranges, (*launches)[process])) continue;
      of.steps.source = StepSource::marker;
      of.steps.label = skeleton_of(profile.nvtx_text(ranges.front()));
      for (const uint32_t range : ranges)
        of.all.push_back({std::ssize(of.all), process, range, nvtx.interval(range), {}});
      break;
    }
  }
}

}  // namespace nsys_ai
