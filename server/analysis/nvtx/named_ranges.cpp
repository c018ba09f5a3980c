// Tries each kind of name in turn. Texts are formatted only where their templates can appear as the name.
#include "analysis/nvtx/named_ranges.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <set>

#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/nvtx/nvtx_paths.h"
#include "analysis/nvtx/nvtx_text_match.h"
#include "base/text_table.h"
#include "base/context.h"

namespace nsys_ai {
namespace {

constexpr std::string_view kCut = "…";
constexpr size_t kMostListed = 3;

// Whether a table may show the text as `name`: in full, or with its middle elided.
bool shows_as(std::string_view text, std::string_view name) {
  const std::string line = one_line(text);
  const size_t cut = name.find(kCut);
  if (cut == std::string_view::npos || line == name) return line == name;
  const std::string_view head = name.substr(0, cut);
  const std::string_view tail = name.substr(cut + kCut.size());
  return line.size() > head.size() + tail.size() && line.starts_with(head) && line.ends_with(tail);
}

// The name of a range that appears as the wanted one; empty where it has none.
using NameOf = std::function<std::optional<std::string>(uint32_t range)>;

NameOf texts_with(const Profile& profile, std::string_view name) {
  const Nvtx& nvtx = profile.nvtx();
  const TextColumn::Key key = nvtx.text.key_of(name);
  return [&nvtx, key, text = std::string(name)](uint32_t range) -> std::optional<std::string> {
    if (!key.of_template.exists() || !nvtx.text.has(range, key)) return std::nullopt;
    return text;
  };
}

NameOf texts_without_ids(const Profile& profile, std::string_view name) {
  // The part that is elided or escaped can be any text.
  const std::string_view beginning = name.substr(0, std::min(name.find(kCut), name.find('\\')));
  const auto may_begin = std::make_shared<NvtxTextMatch>(profile, TextPattern::containing(beginning));
  return [&profile, may_begin, name = std::string(name)](uint32_t range) -> std::optional<std::string> {
    if (!(*may_begin)(range)) return std::nullopt;
    std::string text = without_operator_ids(profile.nvtx_text(range));
    if (!shows_as(text, name)) return std::nullopt;
    return text;
  };
}

// By label or by path: a text for each number, each evaluated once.
NameOf numbered_texts(std::string_view name, size_t numbers, std::function<uint32_t(uint32_t)> number_of,
                      const std::function<std::string(uint32_t)>& text_of) {
  auto shown = std::make_shared<std::vector<std::optional<std::string>>>(numbers);
  for (uint32_t i = 0; i < numbers; ++i) {
    std::string text = text_of(i);
    if (shows_as(text, name)) (*shown)[i] = std::move(text);
  }
  return [shown, number_of = std::move(number_of)](uint32_t range) -> std::optional<std::string> {
    const uint32_t number = number_of(range);
    return number < shown->size() ? (*shown)[number] : std::nullopt;
  };
}

NameOf labels_with(const Profile& profile, std::string_view name) {
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  return numbered_texts(
      name, labels.labels.size(),
      [&](uint32_t range) { return labels.of_template[profile.nvtx().text[range]]; },
      [&](uint32_t label) { return labels.labels[label].label; });
}

NameOf paths_with(const Profile& profile, std::string_view name) {
  const NvtxPaths& paths = profile.derived(build_nvtx_paths);
  ThrottledCheck check;
  return numbered_texts(
      name, paths.parent.size(), [&](uint32_t range) { return paths.of_range[range]; },
      [&](uint32_t path) {
        check();
        return paths.text(profile, path);
      });
}

Error several(std::string_view name, const std::set<std::string>& names) {
  std::string listed;
  size_t count = 0;
  for (const std::string& of : names) {
    if (count++ == kMostListed) break;
    listed += (listed.empty() ? "" : ", ") + one_line(of);
  }
  return {ErrorCode::bad_request,
          fmt::format("\"{}\" was cut from {} names: {}{}.", one_line(name), names.size(), listed,
                      names.size() > kMostListed ? ", ..." : ""),
          "Give the whole one; --format csv shows it."};
}

}  // namespace

Result<NamedRanges> NamedRanges::find(const Profile& profile, std::string_view name) {
  const Nvtx& nvtx = profile.nvtx();
  NamedRanges ranges;
  ranges.is_named_.assign(nvtx.size(), false);
  for (const auto kind : {texts_with, texts_without_ids, labels_with, paths_with}) {
    const NameOf name_of = kind(profile, name);
    std::set<std::string> names;
    ThrottledCheck check;
    for (uint32_t range = 0; range < nvtx.size(); check(), ++range) {
      if (!nvtx.is_range(range)) continue;
      auto found = name_of(range);
      if (!found) continue;
      ranges.is_named_[range] = true;
      if (names.empty() || *names.begin() != *found) names.insert(std::move(*found));
    }
    if (names.size() > 1) return tl::unexpected(several(name, names));
    ranges.any_ = !names.empty();
    if (ranges.any_) break;
  }
  return ranges;
}

}  // namespace nsys_ai
