// Kernels have several forms each; labels are looked up without their numbers, like templates.
#include "agent/grounding/name_index.h"

#include <algorithm>
#include <functional>

#include "agent/grounding/public_names.h"
#include "agent/grounding/text_spans.h"
#include "analysis/kernels/kernels.h"
#include "analysis/nvtx/nvtx_domains.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "base/text_table.h"
#include "base/context.h"
#include "profile/families/family_machine.h"

namespace nsys_ai {
namespace {

constexpr size_t kMostWordsOfName = 16;
constexpr size_t kMostPrivateText = 4096;  // the part of a name whose words are indexed
constexpr size_t kLeastOfACut = 4;         // the fewest bytes that distinguish it from a sentence
constexpr size_t kLongName = 60;           // names of this length may be shown truncated

bool has_letter(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (static_cast<unsigned char>(c) & 0x80U) != 0;
  });
}

size_t count_words(std::string_view text) {
  size_t words = 0;
  for (size_t at = 0; at < text.size() && words <= kMostWordsOfName; ++words) at = behind_words(text, at, 1);
  return words;
}

// A single letter would match ordinary words.
bool is_worth_finding(std::string_view form) { return form.size() > 1 && has_letter(form); }

}  // namespace

size_t behind_words(std::string_view text, size_t at, size_t words) {
  for (; words > 0 && at < text.size(); --words) {
    while (at < text.size() && name_character(text, at) == 0) at = after_character(text, at);
    while (at < text.size() && name_character(text, at) > 0) at += name_character(text, at);
  }
  return at;
}

uint64_t NameIndex::hash_of(std::string_view text) { return std::hash<std::string_view>()(text); }

void NameIndex::add(std::string_view form, Found found) {
  const std::string line = one_line(form);
  if (!is_worth_finding(line)) return;
  most_words_ = std::max(most_words_, std::min(kMostWordsOfName, count_words(line)));
  const auto [known, is_new] = forms_.try_emplace(hash_of(line), found);
  if (is_new) return;
  // A form is private if any name with it is private.
  known->second.is_public = known->second.is_public && found.is_public;
  if (known->second.kind != found.kind || known->second.kernel != found.kernel)
    known->second.kernel = NameId::none();
}

void NameIndex::add_words(std::string_view name) {
  const std::string line = one_line(name.substr(0, kMostPrivateText));
  for (size_t at = 0; at < line.size();) {
    const size_t end = behind_words(line, at, 1);
    size_t begin = at;
    while (begin < end && name_character(line, begin) == 0) begin = after_character(line, begin);
    if (end > begin) private_words_.insert(hash_of(std::string_view(line).substr(begin, end - begin)));
    at = std::max(end, at + 1);
  }
  if (line.size() > kLongName)
    long_names_.insert(hash_of(std::string_view(line).substr(0, behind_words(line, 0, 2))));
}

void NameIndex::add_kernels(const Profile& profile) {
  ThrottledCheck check;
  const KernelFamilies& families = profile.derived(build_kernel_families);
  for (const KernelName& name : profile.kernels().names.values) {
    check(256);
    const std::string full(profile.text(name.full));
    const bool is_public = is_public_kernel(families.facts_of(name.full), full);
    if (is_public) each_public_word(full, [&](std::string_view word) { public_words_.emplace(word); });
    // For a library's kernel this adds the words that are not the library's, because public words are
    // recognized before this lookup.
    add_words(full);
    const Found found{NameKind::kernel, is_public, name.full};
    for (const std::string& form : {full, std::string(profile.text(name.brief)), display_name(full),
                                    short_display_name(full), qualified_name(full), base_name(full)})
      add(form, found);
  }
}

void NameIndex::add_labels(const Profile& profile) {
  ThrottledCheck check;
  const auto add_label = [&](const std::string& label) {
    check(16);
    // The event that creates a domain has the domain's name as its label.
    if (is_public_label(label) || is_public_domain(label)) return;
    const std::string form = normalised_label(one_line(label));
    if (!is_worth_finding(form)) return;
    most_words_ = std::max(most_words_, std::min(kMostWordsOfName, count_words(form)));
    labels_.insert(hash_of(form));
    add_words(label);
  };
  for (const std::string& label : profile.derived(build_template_labels).labels) add_label(label);
  for (const std::string& domain : profile.derived(build_nvtx_domains).texts) add_label(domain);
}

void NameIndex::add_places(const Profile& profile) {
  ThrottledCheck check;
  const auto add_private = [&](std::string_view name, NameKind kind) {
    check(16);
    if (name.empty()) return;
    add(name, {kind});
    add_words(name);
    // The last part of a path may be shown alone.
    if (const size_t slash = name.rfind('/'); slash != name.npos && slash + 1 < name.size())
      add(name.substr(slash + 1), {kind});
  };
  // The captured machine, which may differ from this one.
  if (const auto machine = profile.events<MachineFacts>({}); machine)
    add_private((*machine)->value("Hostname").value_or(""), NameKind::other);
  for (const Process& process : profile.processes()) add_private(process.name, NameKind::process);
  for (const Thread& thread : profile.threads()) add_private(thread.name, NameKind::thread);
  // The parts of the file that this program reads have names from Nsight Systems.
  for (const FileTable& table : profile.tables()) {
    if (table.read_as.empty()) continue;
    public_words_.insert(table.name);
    public_words_.insert(table.columns.begin(), table.columns.end());
  }
  const auto& path = profile.info().path;
  for (const std::string& part : {path.string(), path.filename().string(), path.stem().string()})
    add_private(part, NameKind::file);
  for (const NameId call : profile.calls().name.values) {
    const std::string_view name = profile.text(call);
    add(name, {NameKind::call, is_public_call(name)});
    if (!is_public_call(name)) add_words(name);
  }
}

bool NameIndex::has_public_word(std::string_view word) const { return public_words_.contains(word); }
bool NameIndex::begins_public_word(std::string_view word) const {
  const auto found = public_words_.lower_bound(word);
  return found != public_words_.end() && found->starts_with(word);
}
bool NameIndex::ends_public_word(std::string_view word) const {
  return std::any_of(public_words_.begin(), public_words_.end(),
                     [&](const std::string& of) { return of.ends_with(word); });
}

NameIndex::Found NameIndex::find(std::string_view form) const {
  if (!is_worth_finding(form)) return {};
  const auto found = forms_.find(hash_of(form));
  if (found != forms_.end() && !found->second.is_public) return found->second;
  if (labels_.contains(hash_of(normalised_label(form)))) return {NameKind::range};
  if (found != forms_.end()) return found->second;
  if (is_public_label(form)) return {NameKind::range, true};
  return {};
}

NameIndex::Found NameIndex::find_cut(const Profile& profile, std::string_view head,
                                     std::string_view tail) const {
  Found all;
  const auto fits = [&](std::string_view form) {
    return form.size() >= head.size() + tail.size() && form.starts_with(head) && form.ends_with(tail);
  };
  ThrottledCheck check;
  const KernelFamilies& families = profile.derived(build_kernel_families);
  for (const KernelName& name : profile.kernels().names.values) {
    check(64);
    const std::string full = one_line(profile.text(name.full));
    if (!fits(full) && !fits(display_name(full)) && !fits(one_line(profile.text(name.brief)))) continue;
    const Found found{NameKind::kernel, is_public_kernel(families.facts_of(name.full), full), name.full};
    if (all.kind == NameKind::none)
      all = found;
    else
      all = {NameKind::kernel, all.is_public && found.is_public};
  }
  if (all.kind != NameKind::none) return all;
  // In a label the words next to the cut are incomplete, and its numbers are dropped.
  while (!head.empty() && name_character(head, head.size() - 1) > 0) head.remove_suffix(1);
  while (!tail.empty() && name_character(tail, 0) > 0) tail.remove_prefix(1);
  const std::string begin = normalised_label(head), end = normalised_label(tail);
  if (begin.size() + end.size() < kLeastOfACut) return {};
  for (const std::string& label : profile.derived(build_template_labels).labels) {
    check();
    if (!label.starts_with(begin) || !label.ends_with(end)) continue;
    if (!is_public_label(label)) return {NameKind::range};
    all = {NameKind::range, true};
  }
  return all;
}

NameIndex build_name_index(const Profile& profile) {
  NameIndex index;
  index.add_kernels(profile);
  index.add_labels(profile);
  index.add_places(profile);
  return index;
}

}  // namespace nsys_ai
