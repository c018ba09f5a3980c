// Matches complete names, and beginnings of labels if the source gives no more.
#include "annotate/source_matches.h"

#include <algorithm>
#include <filesystem>
#include <unordered_map>

#include "analysis/kernels/kernels.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "annotate/source_names.h"

namespace nsys_ai {
namespace {

// The shortest beginning of a label that is specific enough.
constexpr size_t kShortestBeginning = 3;
constexpr size_t kMaxLabels = 1'000;

class Matcher {
 public:
  Matcher(const Profile& profile, std::string_view path)
      : names_(profile.derived(build_source_names)),
        labels_(profile.derived(build_nvtx_labels)),
        path_(path) {}

  bool knows_kernel(std::string_view name) const { return names_.kernels.find(name) != names_.kernels.end(); }

  SourceMatch match(Mention mention) const {
    SourceMatch match{std::move(mention), {}, {}};
    switch (match.mention.kind) {
      case Mention::Kind::function:
      case Mention::Kind::function_range:
        match.labels = labels_of_function(match.mention.name[0]);
        break;
      case Mention::Kind::kernel_text:
        match.kernels = kernels_of(qualified_name(match.mention.name[0]));
        break;
      case Mention::Kind::kernel:
      case Mention::Kind::kernel_definition:
      case Mention::Kind::kernel_launch:
        match.kernels = kernels_of(match.mention.name[0]);
        break;
      case Mention::Kind::range:
        match_range(match);
        break;
    }
    return match;
  }

 private:
  std::vector<uint32_t> kernels_of(std::string_view qualified) const {
    std::vector<uint32_t> found;
    const std::vector<std::string> path = path_parts(qualified);
    if (path.empty()) return found;
    const auto named = names_.kernels.find(path.back());
    if (named == names_.kernels.end()) return found;
    for (const SourceNames::Kernel& kernel : named->second)
      if (same_end(kernel.path, path)) found.push_back(kernel.place);
    return found;
  }

  std::vector<uint32_t> labels_of_function(std::string_view qualified) const {
    std::vector<uint32_t> found;
    const std::vector<std::string> path = path_parts(qualified);
    if (path.empty()) return found;
    const auto named = names_.functions.find(path.back());
    if (named == names_.functions.end()) return found;
    for (const SourceNames::Function& of : named->second)
      if (same_end(of.function.path, path) && is_this_file(of.function.file)) found.push_back(of.label);
    return found;
  }

  // Captures hold the file paths of the machine that ran the program, so only the end of a path, or the file
  // name, is compared.
  bool is_this_file(std::string_view file) const {
    if (file.empty() || path_.empty()) return true;
    return std::filesystem::path(file).filename() == std::filesystem::path(path_).filename();
  }

  void match_range(SourceMatch& match) const {
    const TextParts& parts = match.mention.name;
    std::string text = parts[0];
    for (size_t i = 1; i < parts.size(); ++i) text += "#" + parts[i];
    if (const auto found = labels_.by_label.find(normalised_label(text)); found != labels_.by_label.end()) {
      match.labels = {found->second};
      return;
    }
    if (parts.size() == 1) return;
    match.labels = labels_like(parts);
    match.partial = true;
  }

  std::vector<uint32_t> labels_like(const TextParts& parts) const {
    std::vector<uint32_t> found;
    const std::string beginning = normalised_label(parts[0]);
    const auto blanks = std::count(beginning.begin(), beginning.end(), ' ');
    if (beginning.size() - static_cast<size_t>(blanks) < kShortestBeginning) return found;
    auto at =
        std::lower_bound(names_.labels.begin(), names_.labels.end(), beginning,
                         [&](uint32_t label, const std::string& wanted) { return text(label) < wanted; });
    for (; at != names_.labels.end() && text(*at).starts_with(beginning); ++at) {
      if (found.size() == kMaxLabels) break;
      if (fits(std::string_view(text(*at)).substr(beginning.size()), parts)) found.push_back(*at);
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  const std::string& text(uint32_t label) const { return labels_.labels[label].label; }

  // Whether the other parts follow in order, with any text between them, and the last one at the end.
  static bool fits(std::string_view rest, const TextParts& parts) {
    for (size_t i = 1; i + 1 < parts.size(); ++i) {
      const size_t found = rest.find(parts[i]);
      if (found == std::string_view::npos) return false;
      rest.remove_prefix(found + parts[i].size());
    }
    return rest.ends_with(parts.back());
  }

  const SourceNames& names_;
  const NvtxLabels& labels_;
  std::string_view path_;
};

bool is_function(const SourceMatch& match) { return match.mention.kind == Mention::Kind::function; }

// A label `forward` may mean the method of each class in the file.
void count_candidates(std::vector<SourceMatch>& matches) {
  std::unordered_map<uint32_t, size_t> functions;
  for (const SourceMatch& match : matches)
    if (is_function(match))
      for (const uint32_t label : match.labels) ++functions[label];
  for (SourceMatch& match : matches)
    if (is_function(match))
      for (const uint32_t label : match.labels)
        match.same_named = std::max(match.same_named, functions[label]);
}

}  // namespace

const SourceMatch* SourceMatches::at(size_t offset) const {
  const auto after =
      std::upper_bound(all.begin(), all.end(), offset,
                       [](size_t place, const SourceMatch& of) { return place < of.mention.begin; });
  if (after == all.begin()) return nullptr;
  const SourceMatch& match = *std::prev(after);
  // A cursor is between two characters: after the last character it still belongs to the name.
  return offset <= match.mention.end ? &match : nullptr;
}

SourceMatches match_source(const Profile& profile, SourceLanguage language, std::string_view source,
                           std::string_view path) {
  const Matcher matcher(profile, path);
  SourceMatches matches;
  find_mentions(language, source,
                {[&](std::string_view name) { return matcher.knows_kernel(name); },
                 [&](Mention mention) {
                   if (matches.all.size() == kMaxMatches) return;
                   SourceMatch match = matcher.match(std::move(mention));
                   if (!match.kernels.empty() || !match.labels.empty())
                     matches.all.push_back(std::move(match));
                 }});
  std::sort(matches.all.begin(), matches.all.end(),
            [](const SourceMatch& a, const SourceMatch& b) { return a.mention.begin < b.mention.begin; });
  count_candidates(matches.all);
  return matches;
}

}  // namespace nsys_ai
