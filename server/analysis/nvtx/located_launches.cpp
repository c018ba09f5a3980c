// Walks from each launch outwards; reads each text once.
#include "analysis/nvtx/located_launches.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "analysis/host/source_labels.h"
#include "analysis/nvtx/nvtx_paths.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

constexpr uint32_t kNotLocated = UINT32_MAX;

class LocatedTexts {
 public:
  explicit LocatedTexts(const Profile& profile) : profile_(profile) {}

  // The place in `found` of the text of a range; kNotLocated if it names no line.
  uint32_t of_range(uint32_t range, std::vector<LocatedRange>& found) {
    const auto [known, is_new] = of_range_.try_emplace(range, kNotLocated);
    if (!is_new) return known->second;
    const std::string text = profile_.nvtx_text(range);
    const auto [place, is_new_text] = of_text_.try_emplace(text, kNotLocated);
    if (is_new_text) {
      const auto source = source_of_label(text);
      if (source && source->line) {
        place->second = static_cast<uint32_t>(found.size());
        found.emplace_back().label = text;
      }
    }
    return known->second = place->second;
  }

 private:
  const Profile& profile_;
  std::unordered_map<uint32_t, uint32_t> of_range_;
  std::unordered_map<std::string, uint32_t> of_text_;
};

// The kernels of one range.
struct OneRange {
  uint32_t place = 0;  // in LocatedLaunches::ranges
  int64_t own = 0;
  Sum time{};
};

void sort_by_time(std::vector<LocatedRange>& ranges) {
  std::sort(ranges.begin(), ranges.end(), [](const LocatedRange& a, const LocatedRange& b) {
    return std::tuple(-int64_t{a.own_time}, a.label) < std::tuple(-int64_t{b.own_time}, b.label);
  });
}

}  // namespace

void add_launches(LocatedLaunches& to, const LocatedLaunches& more) {
  std::unordered_map<std::string, size_t> places;
  for (size_t i = 0; i < to.ranges.size(); ++i) places[to.ranges[i].label] = i;
  for (const LocatedRange& of : more.ranges) {
    const auto [at, is_new] = places.try_emplace(of.label, to.ranges.size());
    if (is_new) to.ranges.emplace_back().label = of.label;
    LocatedRange& sum = to.ranges[at->second];
    sum.ranges += of.ranges;
    sum.inside += of.inside;
    sum.own += of.own;
    sum.most = std::max(sum.most, of.most);
    sum.own_time += of.own_time;
  }
  to.span = std::max(to.span, more.span);
  to.launches += more.launches;
  to.kernels += more.kernels;
  to.located += more.located;
  to.alone += more.alone;
  to.total += more.total;
  to.alone_time += more.alone_time;
  sort_by_time(to.ranges);
}

LocatedLaunches located_launches(const Profile& profile, const Scope& scope, std::string_view kernel_name) {
  LocatedLaunches found;
  LocatedTexts texts(profile);
  std::unordered_map<uint32_t, OneRange> of_range;
  const NvtxEnclosures& around = profile.derived(build_nvtx_enclosures);
  const Kernels& kernels = profile.kernels();
  Interval span{INT64_MAX, INT64_MIN};
  for (uint32_t i = 0; i < kernels.size(); ++i) {
    const auto inside = scope.has(kernels.stream[i]) ? scope.clip(kernels.interval(i)) : std::nullopt;
    if (!inside) continue;
    ++found.launches;
    span = {std::min(span.start, inside->start), std::max(span.end, inside->end)};
    if (profile.text(kernels.name(i)).find(kernel_name) == std::string_view::npos) continue;
    ++found.kernels;
    found.total += inside->duration();
    bool innermost = true;
    around.each({OperationNumbers::kernel, i}, [&](uint32_t range) {
      const uint32_t place = texts.of_range(range, found.ranges);
      if (place == kNotLocated) return;
      const auto [of, is_new] = of_range.try_emplace(range, OneRange{place, 0, {}});
      if (is_new) ++found.ranges[place].ranges;
      ++found.ranges[place].inside;
      if (!innermost) return;
      innermost = false;
      ++found.located;
      ++of->second.own;
      of->second.time += inside->duration();
    });
  }
  for (const auto& [range, of] : of_range) {
    LocatedRange& text = found.ranges[of.place];
    text.own += of.own;
    text.own_time += of.time;
    text.most = std::max(text.most, of.own);
    if (of.own != 1) continue;
    ++found.alone;
    found.alone_time += of.time;
  }
  if (found.launches > 0) found.span = span.duration();
  sort_by_time(found.ranges);
  return found;
}

}  // namespace nsys_ai
