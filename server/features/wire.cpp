// Converts member by member.
#include "features/wire.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/text_table.h"
#include "protocol/answer_json.h"
#include "view/cards/card_markdown.h"

namespace nsys_ai {
namespace {

nsys::ViewLink wire_link(const ViewLink& link) {
  nsys::ViewLink wire{link.view, {}};
  for (const auto& [name, value] : link.params) wire.params.entries.emplace_back(name, value);
  return wire;
}

nsys::Cell wire_cell(const Cell& cell) {
  nsys::Cell wire{one_line(cell.text), {}, cell.share, {}, {}};
  if (cell.view) wire.view = wire_link(*cell.view);
  if (cell.children) wire.children = wire_link(*cell.children);
  if (cell.sorted != Sorted::no)
    wire.sorted = cell.sorted == Sorted::ascending ? nsys::Sorted::ascending : nsys::Sorted::descending;
  if (!cell.target.empty()) wire.target = cell.target;
  if (cell.number) wire.number = true;
  if (cell.indent > 0) wire.indent = cell.indent;
  return wire;
}

std::vector<nsys::Cell> wire_cells(const std::vector<Cell>& cells) {
  std::vector<nsys::Cell> wire;
  wire.reserve(cells.size());
  for (const Cell& cell : cells) wire.push_back(wire_cell(cell));
  return wire;
}

nsys::Block wire_block(const Heading& heading) {
  nsys::Heading wire{one_line(heading.text), {}};
  if (!heading.target.empty()) wire.target = heading.target;
  return wire;
}
nsys::Block wire_block(const Paragraph& paragraph) {
  nsys::Paragraph wire{one_line(paragraph.text), {}};
  if (!paragraph.refs.empty()) wire.refs = wire_cells(paragraph.refs);
  return wire;
}
nsys::Block wire_block(const Facts& facts) {
  nsys::Facts wire;
  for (const Fact& fact : facts.facts) wire.facts.push_back({fact.label, wire_cell(fact.value)});
  return wire;
}
nsys::Block wire_block(const PageTable& table) {
  nsys::PageTable wire{wire_cells(table.header), {}, one_line(table.caption)};
  for (const auto& row : table.rows) wire.rows.push_back(wire_cells(row));
  return wire;
}
nsys::Block wire_block(const PageFinding& finding) {
  nsys::PageFinding wire{*enum_named<nsys::Severity>(finding.severity),
                         wire_cell(finding.title),
                         one_line(finding.detail),
                         one_line(finding.advice),
                         wire_cells(finding.evidence),
                         {}};
  if (finding.actions.empty()) return wire;
  wire.actions.emplace();
  for (const PageAction& action : finding.actions) {
    nsys::PageAction of{action.text, {}, {}, {}};
    if (action.view) of.view = wire_link(*action.view);
    if (!action.suppresses.empty()) of.suppresses = action.suppresses;
    if (!action.command.empty()) of.run = nsys::PageCommand{action.command, action.round};
    wire.actions->push_back(std::move(of));
  }
  return wire;
}
nsys::Block wire_block(const Form& form) {
  nsys::Form wire{wire_link(form.to), {}, {}};
  for (const FormField& field : form.fields) {
    nsys::FormField of{field.name, field.label, one_line(field.value), {}, {}};
    if (!field.doc.empty()) of.doc = one_line(field.doc);
    if (!field.placeholder.empty()) of.placeholder = one_line(field.placeholder);
    wire.fields.push_back(std::move(of));
  }
  if (!form.button.empty()) wire.button = form.button;
  return wire;
}
nsys::Block wire_block(const Links& links) { return nsys::Links{wire_cells(links.cells)}; }
nsys::Block wire_block(const CopyMenu& copies) {
  nsys::CopyMenu wire{copies.label, {}};
  for (const auto& [name, link] : copies.of) wire.views.push_back({name, wire_link(link)});
  return wire;
}
nsys::Block wire_block(const PlainText& text) { return nsys::PlainText{text.text}; }
nsys::Block wire_block(const DeferredBlock& later) {
  return nsys::DeferredBlock{wire_link(later.view), later.text, later.lines};
}
nsys::Block wire_block(const Folded& folded) {
  nsys::Folded wire{folded.text, {}};
  for (const std::string& line : folded.lines) wire.lines.push_back(one_line(line));
  return wire;
}
nsys::Block wire_block(const Picture& picture) {
  nsys::Picture wire{picture.run.parts, {}, {}};
  for (const StripTick& tick : picture.run.ticks) wire.ticks.push_back({tick.at, tick.text});
  for (const StripGpu& gpu : picture.run.gpus)
    wire.gpus.push_back({one_line(gpu.name), one_line(gpu.words), gpu.busy});
  return wire;
}

nsys::Block wire_block(const Flame& flame) {
  nsys::Flame wire{one_line(flame.label), wire_link(flame.to), flame.root, {}};
  for (const FlameBar& bar : flame.bars) {
    nsys::FlameBar of{bar.node, bar.parent, one_line(bar.name), bar.value, one_line(bar.words),
                      bar.kind, bar.place};
    if (!bar.target.empty()) of.target = bar.target;
    if (!bar.source.empty()) of.source = bar.source;
    if (bar.matches) of.matches = true;
    wire.bars.push_back(std::move(of));
  }
  return wire;
}

std::vector<nsys::CardSpan> wire_words(const CardWords& words) {
  std::vector<nsys::CardSpan> wire;
  for (const CardSpan& span : words.spans) {
    wire.push_back({one_line(span.text)});
    if (span.style == SpanStyle::code) wire.back().style = nsys::SpanStyle::code;
    if (span.style == SpanStyle::strong) wire.back().style = nsys::SpanStyle::strong;
    if (span.style == SpanStyle::emphasis) wire.back().style = nsys::SpanStyle::emphasis;
    if (!span.target.empty()) wire.back().target = span.target;
  }
  return wire;
}

nsys::CardBlock wire_block(const CardParagraph& paragraph) {
  return nsys::CardParagraph{wire_words(paragraph.words)};
}
nsys::CardBlock wire_block(const CardItem& item) { return nsys::CardItem{wire_words(item.words)}; }
nsys::CardBlock wire_block(const CardTable& table) {
  nsys::CardTable wire;
  for (const CardColumn& column : table.columns) {
    wire.columns.push_back({one_line(column.title)});
    if (column.number) wire.columns.back().number = true;
  }
  for (const auto& row : table.rows) {
    wire.rows.emplace_back();
    for (const CardWords& cell : row) wire.rows.back().push_back(wire_words(cell));
  }
  return wire;
}
nsys::CardBlock wire_block(const CardRule&) { return nsys::CardRule{}; }
nsys::CardBlock wire_block(const CardNote& note) { return nsys::CardNote{one_line(note.text) + "."}; }
nsys::CardBlock wire_block(const TimelineLink& link) {
  return nsys::TimelineLink{std::string(kTimelineWords), link.target};
}

// A query can list the rest.
std::optional<std::string> not_listed(const nsys::ProfileInfo& info) {
  if (info.gpuCount <= std::ssize(info.gpus) && info.processCount <= std::ssize(info.processes))
    return std::nullopt;
  return fmt::format(
      "{} of {} GPUs and {} of {} processes are listed here; queries of the tables stream and process list all",
      info.gpus.size(), readable_count(info.gpuCount), info.processes.size(),
      readable_count(info.processCount));
}

}  // namespace

nsys::ProfileInfo wire_profile_info(const Profile& profile, const std::string& handle) {
  nsys::ProfileInfo info;
  info.profile = handle;
  info.path = profile.info().path.string();
  info.fileName = profile.info().path.filename().string();
  info.fileBytes = profile.info().file_bytes;
  info.productVersion = profile.info().product_version;
  info.schemaVersion = profile.info().schema_version;
  info.startNs = profile.extent().start;
  info.endNs = profile.extent().end;
  info.gpuCount = static_cast<int64_t>(profile.devices().size());
  for (const Device& device : profile.devices()) {
    if (info.gpus.size() == kListedAtMost) break;
    nsys::GpuInfo gpu{device.ordinal, profile.pid_of(device.process), "", 0, 0};
    if (device.gpu.exists()) {
      const Gpu& of = profile.gpus()[device.gpu];
      gpu.name = of.name;
      if (device.slice.empty()) gpu.memoryBytes = of.memory_bytes;
      gpu.smCount = device.sm_count;
    }
    info.gpus.push_back(std::move(gpu));
  }
  info.processCount = static_cast<int64_t>(profile.processes().size());
  for (size_t i = 0; i < std::min(profile.processes().size(), kListedAtMost); ++i)
    info.processes.push_back({profile.pid_of(ProcessIx(i)), profile.processes()[i].name});
  info.kernels = static_cast<int64_t>(profile.kernels().size());
  info.copies = static_cast<int64_t>(profile.copies().size());
  info.memsets = static_cast<int64_t>(profile.memsets().size());
  info.calls = static_cast<int64_t>(profile.calls().size());
  for (size_t i = 0; i < profile.nvtx().size(); ++i) info.nvtxRanges += profile.nvtx().is_range(i) ? 1 : 0;
  info.notes = profile.notes();
  if (auto note = not_listed(info)) info.notes.push_back(std::move(*note));
  return info;
}

static nsys::SkillInfo wire_skill_info(const Skill& skill) {
  nsys::SkillInfo info;
  info.name = skill.info.name;
  info.title = skill.info.title;
  info.doc = skill.info.doc;
  info.reading = skill.info.reading;
  info.source = skill.info.source;
  info.limits = skill.info.limits;
  if (!skill.info.file.empty()) info.path = skill.info.file.string();
  for (const Need need : skill.info.needs) info.needs.emplace_back(name_of(need));
  for (const Param& param : skill.params) {
    info.params.push_back({param.name, std::string(name_of(param.type)), std::string(name_of(param.unit)),
                           Scalar(param.default_value), param.doc});
  }
  for (const Column& column : skill.columns) info.columns.push_back(wire_column(column));
  return info;
}

nsys::SkillsResult wire_skills(const SkillSet& set) {
  nsys::SkillsResult result;
  for (const Skill& skill : set.skills.skills()) result.skills.push_back(wire_skill_info(skill));
  for (const BrokenSkill& broken : set.broken)
    result.broken.push_back({broken.file.string(), broken.error.message, broken.error.hint});
  return result;
}

nsys::Page wire_page(const Page& page) {
  nsys::Page wire{page.title, {}};
  each_block(page, [&](const Block& block) {
    wire.blocks.push_back(std::visit([](const auto& of) { return wire_block(of); }, block));
  });
  return wire;
}

nsys::ExplainResult wire_explanation(const std::string& target, const Card& card) {
  nsys::ExplainResult result{target, markdown_of(card), {}, {}};
  for (const CardBlock& block : card.blocks)
    result.blocks.push_back(std::visit([](const auto& of) { return wire_block(of); }, block));
  return result;
}

}  // namespace nsys_ai
