// Chooses columns that fit the width, the most important first.
#include "view/nvtx_outline_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/kernels/kernels.h"
#include "base/text_table.h"
#include "view/wrapped_text.h"

namespace nsys_ai {
namespace {

constexpr size_t kBetween = 2;    // blanks between columns
constexpr size_t kMinLabel = 28;  // characters for labels before another column is added
constexpr size_t kMaxLabel = 90;

struct OutlineColumn {
  std::string title;
  int rank = 0;  // small ranks are kept longest
  std::string (*cell)(const OutlineLine&, Glyphs);
  bool right = true;
};

std::string share_text(const std::optional<double>& share) { return share ? readable_share(*share) : ""; }

std::string gpu_time(const OutlineLine& line, Glyphs) { return readable_ns(line.kernel_time); }
std::string of_all(const OutlineLine& line, Glyphs) { return share_text(line.of_all); }
std::string of_parent(const OutlineLine& line, Glyphs) { return share_text(line.of_parent); }
std::string gpu_busy(const OutlineLine& line, Glyphs) {
  const bool has = line.kind == OutlineLine::thread || line.kind == OutlineLine::range;
  return has ? readable_ns(line.busy) : "";
}
std::string kernels(const OutlineLine& line, Glyphs) { return readable_count(line.kernels); }
std::string calls(const OutlineLine& line, Glyphs) {
  const bool has = line.kind == OutlineLine::range || (line.kind == OutlineLine::more && !line.hides_kernels);
  return has ? readable_count(line.instances) : "";
}
std::string host(const OutlineLine& line, Glyphs) {
  return line.kind == OutlineLine::kernel || line.hides_kernels ? "" : readable_ns(line.host);
}
std::string longest(const OutlineLine& line, Glyphs) {
  return line.kind == OutlineLine::range ? readable_ns(line.host_max) : "";
}
std::string over_time(const OutlineLine& line, Glyphs glyphs) { return sparkline(line.over_time, glyphs); }

std::vector<OutlineColumn> columns_of(const Outline& outline) {
  if (outline.by_gpu)
    return {{"GPU time", 0, gpu_time},   {"of all", 1, of_all},
            {"of parent", 4, of_parent}, {"GPU busy", 7, gpu_busy},
            {"kernels", 5, kernels},     {"calls", 2, calls},
            {"host", 6, host},           {"over time", 3, over_time, false}};
  return {{"host", 0, host},
          {"of parent", 1, of_parent},
          {"longest", 4, longest},
          {"calls", 2, calls},
          {"over time", 3, over_time, false}};
}

std::string label_of(const OutlineLine& line) {
  if (line.kind == OutlineLine::more)
    return fmt::format("… {} more{}", readable_count(line.hidden),
                       !line.hides_kernels ? ""
                       : line.hidden == 1  ? " kernel"
                                           : " kernels");
  if (line.kind == OutlineLine::kernel) return "* " + one_line(display_name(line.label));
  return line.label.empty() ? "(no text)" : one_line(line.label);
}

// Shows a large depth as a number, because indenting would leave no room.
std::string indented(const OutlineLine& line, size_t room) {
  const size_t most = room > 2 * kMinLabel ? room - kMinLabel : room / 2;
  const size_t wanted = size_t{line.depth} * 2;
  std::string text(std::min(wanted, most), ' ');
  if (wanted > most) text += fmt::format("{}: ", line.depth);
  text += label_of(line);
  return shortened(text, room);
}

struct Laid {
  OutlineColumn column;
  std::vector<std::string> cells;
  size_t width = 0;
};

std::vector<Laid> plan_table(const Outline& outline, Glyphs glyphs) {
  std::vector<Laid> all;
  for (OutlineColumn& column : columns_of(outline)) {
    Laid of{std::move(column), {}, 0};
    of.width = display_width(of.column.title);
    for (const OutlineLine& line : outline.lines) {
      of.cells.push_back(of.column.cell(line, glyphs));
      of.width = std::max(of.width, display_width(of.cells.back()));
    }
    all.push_back(std::move(of));
  }
  return all;
}

// Drops the columns that do not fit; returns their titles.
std::vector<std::string> drop(std::vector<Laid>& columns, size_t width) {
  std::vector<std::string> dropped;
  const auto used = [&] {
    size_t sum = kMinLabel;
    for (const Laid& of : columns) sum += kBetween + of.width;
    return sum;
  };
  while (columns.size() > 1 && used() > width) {
    const auto last = std::max_element(columns.begin(), columns.end(), [](const Laid& a, const Laid& b) {
      return a.column.rank < b.column.rank;
    });
    dropped.push_back(last->column.title);
    columns.erase(last);
  }
  return dropped;
}

std::string padded(const std::string& text, size_t width, bool right) {
  const size_t used = display_width(text);
  const std::string blanks(width > used ? width - used : 0, ' ');
  return right ? blanks + text : text + blanks;
}

std::string meaning(const Outline& outline, std::string_view title) {
  if (title == "GPU time")
    return "GPU time: kernels launched inside a range, at any depth, summed over runs and GPUs.";
  if (title == "of all")
    return fmt::format("Of all: of {}, the time of all kernels in scope, in ranges or not.",
                       readable_ns(outline.kernel_time));
  if (title == "of parent")
    return outline.by_gpu ? "Of parent: GPU time / that of the line around it."
                          : "Of parent: host time / that of the line around it.";
  if (title == "GPU busy")
    return "GPU busy: the union of the kernels, copies and memsets launched inside, per GPU, added up.";
  if (title == "calls") return "Calls: how many ranges there are.";
  if (title == "host") return "Host: time from begin to end of the ranges on their thread, summed.";
  if (title == "over time")
    return fmt::format("Over time: how many of the ranges are there in each of {} parts of {} to {}.",
                       outline.parts, readable_clock(outline.span.start), readable_clock(outline.span.end));
  return "";
}

std::string either_words(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

// Replaces the only non-ASCII character in the text, for terminals that show ASCII only.
std::string plain(std::string text) {
  static constexpr std::string_view kCut = "…";
  for (size_t at = text.find(kCut); at != std::string::npos; at = text.find(kCut, at + 1))
    text.replace(at, kCut.size(), "~");
  return text;
}

std::string markdown_notes(const Answer& answer) {
  std::string text;
  for (const std::string& note : answer.notes) text += "- Note: " + markdown_escaped(note) + ".\n";
  return text;
}

std::string facts(const Profile& profile, const Outline& outline) {
  const CaptureInfo& info = profile.info();
  std::string text = fmt::format("- Profile: {}, {}", markdown_escaped(info.path.filename().string()),
                                 readable_bytes(info.file_bytes));
  if (!info.product_version.empty()) text += ", Nsight Systems " + markdown_escaped(info.product_version);
  text += "\n";
  for (const Gpu& gpu : profile.gpus())
    text += fmt::format("- GPU {}: {}\n", gpu.id, markdown_escaped(gpu.name));
  const AnswerScope& scope = outline.answer.scope;
  std::string devices;
  for (const int64_t device : scope.devices)
    devices += (devices.empty() ? "" : ", ") + fmt::format("{}", device);
  text +=
      fmt::format("- Scope: GPU {}, {} to {} on the capture's clock\n", devices.empty() ? "none" : devices,
                  readable_clock(scope.start_ns), readable_clock(scope.end_ns));
  if (outline.by_gpu)
    text += fmt::format(
        "- Kernel time: {}, of which {} ({}) was launched in ranges\n", readable_ns(outline.kernel_time),
        readable_ns(outline.kernel_time_in_ranges),
        readable_share(outline.kernel_time > 0 ? static_cast<double>(outline.kernel_time_in_ranges) /
                                                     static_cast<double>(outline.kernel_time)
                                               : 0.0));
  return text;
}

// Markdown renderers strip blanks at the beginning of a cell, but not wider spaces.
std::string markdown_label(const OutlineLine& line) {
  constexpr size_t kMaxIndent = 20;
  static constexpr std::string_view kWide = "\u2003";
  std::string text;
  for (size_t i = 0; i < std::min<size_t>(line.depth, kMaxIndent); ++i) text += kWide;
  if (line.depth > kMaxIndent) text += fmt::format("{}: ", line.depth);
  if (line.kind == OutlineLine::thread)
    return "**" + markdown_escaped(shortened(one_line(line.label), kMaxLabel)) + "**";
  if (line.kind == OutlineLine::kernel)
    return text + "*" + markdown_escaped(shortened(one_line(display_name(line.label)), kMaxLabel)) + "*";
  return text + markdown_escaped(shortened(label_of(line), kMaxLabel));
}

}  // namespace

size_t outline_parts(size_t width) { return width >= 160 ? 32 : width >= 110 ? 20 : 10; }

std::string outline_text(const Outline& outline, const OutlineLayout& layout) {
  const size_t width = std::max<size_t>(layout.width, kMinLabel + 12);
  std::vector<Laid> columns = plan_table(outline, layout.glyphs);
  const std::vector<std::string> dropped = drop(columns, width);
  size_t room = width;
  for (const Laid& of : columns) room -= std::min(room, kBetween + of.width);
  room = std::min(std::max(room, kMinLabel), kMaxLabel);
  std::vector<std::string> labels;
  size_t widest = 0;
  for (const OutlineLine& line : outline.lines) {
    labels.push_back(indented(line, room));
    widest = std::max(widest, display_width(labels.back()));
  }
  std::string text;
  const auto add_line = [&](std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  };
  std::string head(widest, ' ');
  for (const Laid& of : columns)
    head += std::string(kBetween, ' ') + padded(of.column.title, of.width, of.column.right);
  add_line(head);
  for (size_t i = 0; i < labels.size(); ++i) {
    std::string line = padded(labels[i], widest, false);
    for (const Laid& of : columns)
      line += std::string(kBetween, ' ') + padded(of.cells[i], of.width, of.column.right);
    add_line(line);
  }
  std::string legend;
  for (const Laid& of : columns) {
    const std::string words = meaning(outline, of.column.title);
    if (!words.empty()) legend += (legend.empty() ? "" : " ") + words;
  }
  text += "\n" + wrapped_text(legend + "\n", width);
  if (!dropped.empty())
    text += wrapped_text("A wider terminal, or --width, shows also: " + either_words(dropped) + ".\n", width);
  return layout.glyphs == Glyphs::unicode ? text : plain(std::move(text));
}

std::string outline_markdown(const Profile& profile, const Outline& outline) {
  std::string text =
      fmt::format("# NVTX ranges of {}\n\n", markdown_escaped(profile.info().path.filename().string()));
  text += facts(profile, outline) + "\n";
  if (outline.lines.empty()) {
    text += outline.answer.reason + "\n";
    for (const std::string& need : outline.answer.needs) text += need + "\n";
    return text + (outline.answer.notes.empty() ? "" : "\n") + markdown_notes(outline.answer);
  }
  const std::vector<Laid> columns = plan_table(outline, Glyphs::unicode);
  std::string head = "| range |";
  std::string under = "|---|";
  for (const Laid& of : columns) {
    head += " " + of.column.title + " |";
    under += of.column.right ? "---:|" : "---|";
  }
  text += head + "\n" + under + "\n";
  for (size_t i = 0; i < outline.lines.size(); ++i) {
    text += "| " + markdown_label(outline.lines[i]) + " |";
    for (const Laid& of : columns) text += " " + of.cells[i] + (of.cells[i].empty() ? "|" : " |");
    text += "\n";
  }
  text += "\nHow the figures were derived:\n\n";
  for (const Laid& of : columns) {
    const std::string words = meaning(outline, of.column.title);
    if (!words.empty()) text += "- " + words + "\n";
  }
  text +=
      "- Ranges of one path of labels on a thread are one line; numbers in labels and operator ids are taken out. "
      "A kernel belongs to the innermost closed range that contains the call that launched it.\n";
  return text + markdown_notes(outline.answer);
}

}  // namespace nsys_ai
