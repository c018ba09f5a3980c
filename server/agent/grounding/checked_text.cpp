// Makes the text plain first, then reads it; inserts marks from the end to the beginning.
#include "agent/grounding/checked_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

#include "agent/grounding/matching.h"
#include "agent/grounding/mentions.h"
#include "agent/grounding/plain_markdown.h"
#include "agent/grounding/sentences.h"
#include "agent/grounding/topic_words.h"
#include "base/text_table.h"

namespace nsys_ai {
namespace {

constexpr std::string_view kUnverified = " (unverified)";
constexpr std::string_view kNoReference = "(no such reference)";

constexpr std::array<std::string_view, 9> kBreaks = {",",         ";",      " and ", " but ", " while ",
                                                     " whereas ", " then ", " – ",   " — "};
constexpr std::array<std::string_view, 10> kBindings = {"of", "in", "for", "by",     "from",
                                                        "on", "at", "per", "inside", "within"};

bool has_break(std::string_view between) {
  return std::any_of(kBreaks.begin(), kBreaks.end(),
                     [&](std::string_view mark) { return between.find(mark) != between.npos; });
}

size_t first_break(std::string_view text) {
  size_t first = std::min(text.find(':'), text.size());
  for (const std::string_view mark : kBreaks) first = std::min(first, text.find(mark));
  return first;
}
std::string_view behind_last_break(std::string_view text) {
  size_t last = 0;
  for (const std::string_view mark : kBreaks)
    if (const size_t at = text.rfind(mark); at != text.npos) last = std::max(last, at + mark.size());
  return text.substr(last);
}

bool binds_to_next(std::string_view between) {
  constexpr size_t kFarthest = 48;
  if (between.size() > kFarthest || has_break(between)) return false;
  if (between.find('(') != between.npos) return true;
  for (const std::string_view word : kBindings)
    if (between.find(" " + std::string(word) + " ") != between.npos) return true;
  return false;
}

class TextCheck {
 public:
  TextCheck(std::string_view text, const GroundingFacts& facts)
      : facts_(facts),
        matcher_(facts.contents()),
        text_(plain_markdown(text)),
        figures_(figures_in(text_)),
        mentions_(mentions_in(text_, figures_)),
        sentences_(sentences_of(text_)),
        words_(text_) {
    for (const NamedPart& mention : mentions_)
      if (!mention.identity)
        std::fill(words_.begin() + static_cast<ptrdiff_t>(mention.begin),
                  words_.begin() + static_cast<ptrdiff_t>(mention.end), ' ');
  }

  CheckedText run() {
    for (size_t at = 0; at < sentences_.size(); ++at) check_sentence(at);
    check_references();
    std::sort(edits_.begin(), edits_.end(), [](const Edit& a, const Edit& b) { return a.begin > b.begin; });
    for (const Edit& edit : edits_) text_.replace(edit.begin, edit.end - edit.begin, edit.text);
    checked_.text = std::move(text_);
    return std::move(checked_);
  }

 private:
  struct Edit {
    size_t begin;
    size_t end;
    std::string text;
  };

  template <class Parts>
  auto part_of(const Parts& parts, const TextSentence& sentence) const {
    const auto begin = std::lower_bound(parts.begin(), parts.end(), sentence.begin,
                                        [](const auto& part, size_t at) { return part.begin < at; });
    const auto end = std::lower_bound(parts.begin(), parts.end(), sentence.end,
                                      [](const auto& part, size_t at) { return part.begin < at; });
    return std::vector<std::reference_wrapper<const typename Parts::value_type>>(begin, end);
  }
  using Mentions = std::vector<std::reference_wrapper<const NamedPart>>;

  bool is_name(const NamedPart& mention) { return mention.identity || matcher_.knows(mention.name); }

  // The adjacent names next to an offset, without a figure between them: forward or backward.
  template <class Iterator>
  Mentions group_from(Iterator from, Iterator to) {
    Mentions group;
    for (; from != to; ++from) {
      const NamedPart& mention = *from;
      if (!is_name(mention)) continue;
      if (!group.empty()) {
        const size_t last = group.back().get().begin;
        if (is_figure_between(std::min(last, mention.begin), std::max(last, mention.begin))) break;
      }
      group.emplace_back(mention);
    }
    return group;
  }
  bool is_figure_between(size_t from, size_t to) const {
    return std::any_of(figures_.begin(), figures_.end(), [&](const Figure& figure) {
      return figure.kind != FigureKind::identity && figure.begin > from && figure.begin < to;
    });
  }

  // The names before the figure in its clause, and the names after it that words connect to it.
  FigureSubject subject_of(const Figure& figure, const Mentions& mentions) {
    const auto behind = std::find_if(mentions.begin(), mentions.end(),
                                     [&](const NamedPart& mention) { return mention.begin > figure.begin; });
    const Mentions before = group_from(std::make_reverse_iterator(behind), mentions.rend());
    const Mentions after = group_from(behind, mentions.end());
    const bool apart = !before.empty() && has_break(part_between(before.front().get().end, figure.begin));
    const bool bound = !after.empty() && binds_to_next(part_between(figure.end, after.front().get().begin));
    FigureSubject subject;
    const auto add = [&](const Mentions& group) {
      for (const NamedPart& mention : group)
        (mention.identity ? subject.identities : subject.names).push_back(mention.name);
    };
    if (!(apart && bound)) add(before);
    if (before.empty() || bound || apart) add(after);
    return subject;
  }
  // The nearest counting and measuring figures on either side in its sentence.
  size_t begin_of_stretch(size_t at, const TextSentence& sentence) const {
    size_t begin = sentence.begin;
    for (const Figure& figure : figures_)
      if (figure.kind != FigureKind::identity && figure.end <= at) begin = std::max(begin, figure.end);
    return begin;
  }
  size_t end_of_stretch(const Figure& of, const TextSentence& sentence) const {
    for (const Figure& figure : figures_)
      if (figure.kind != FigureKind::identity && figure.begin >= of.end)
        return std::min(figure.begin, sentence.end);
    return sentence.end;
  }

  // The meaning of the words around the figure: of those since the previous figure, else of those after it,
  // else of those before the previous figure. A clause in between describes it better than those.
  TopicBits said_of(const Figure& figure, const TextSentence& sentence) const {
    const size_t begin = begin_of_stretch(figure.begin, sentence);
    const std::string_view before = words_between(begin, figure.begin);
    std::string_view behind = words_between(figure.end, end_of_stretch(figure, sentence));
    behind = behind.substr(0, first_break(behind));
    TopicBits said = claimed_in(before);
    const TopicBits of_clause = claimed_in(behind_last_break(before)), then = claimed_in(behind);
    if (!said.names_topic() || (!of_clause.names_topic() && then.names_topic())) said = then;
    for (size_t at = begin; !said.names_topic() && at > sentence.begin;) {
      const auto last = std::find_if(figures_.rbegin(), figures_.rend(), [&](const Figure& of) {
        return of.kind != FigureKind::identity && of.end == at;
      });
      if (last == figures_.rend()) break;
      at = begin_of_stretch(last->begin, sentence);
      said = claimed_in(words_between(at, last->begin));
    }
    said.statistics = of_clause.statistics | then.statistics;
    said.wholes = figure.kind == FigureKind::share ? whole_behind(behind) : 0;
    return said;
  }

  // The same without names, which are matched with rows.
  std::string_view words_between(size_t from, size_t to) const {
    return std::string_view(words_).substr(from, std::max(from, to) - from);
  }
  std::string_view part_between(size_t from, size_t to) const {
    return std::string_view(text_).substr(from, std::max(from, to) - from);
  }

  // The column that is named directly beside a figure: `calls` is 68, 68 (`calls` of ...).
  std::string column_of(const Figure& figure, const Mentions& mentions) const {
    constexpr size_t kBeside = 12;
    for (const NamedPart& mention : mentions) {
      if (!matcher_.is_column(mention.name)) continue;
      const bool before = mention.end <= figure.begin;
      const size_t from = before ? mention.end : figure.end, to = before ? figure.begin : mention.begin;
      if (to < from || to - from > kBeside) continue;
      std::string between = text_.substr(from, to - from);
      between.erase(std::remove(between.begin(), between.end(), '*'), between.end());
      for (const std::string_view joint : {" is ", " = ", ": ", " of ", " was ", " are ", " (", " is about "})
        if (between == joint) return mention.name;
    }
    return {};
  }

  // The subject of the sentence; if it has none, that of the sentence that it refers to.
  Mentions mentions_for(size_t at) {
    for (size_t steps = 0; at != TextSentence::npos && steps < 8; at = sentences_[at].about, ++steps) {
      Mentions mentions = part_of(mentions_, sentences_[at]);
      if (std::any_of(mentions.begin(), mentions.end(), [&](const NamedPart& mention) {
            return !mention.identity && matcher_.knows(mention.name);
          }))
        return mentions;
      if (sentences_[at].about == TextSentence::npos) break;
    }
    return {};
  }

  void check_sentence(size_t at) {
    const auto figures = part_of(figures_, sentences_[at]);
    if (figures.empty()) return;
    const Mentions own = part_of(mentions_, sentences_[at]);
    const Mentions leant_on = mentions_for(at);
    const std::string_view line = part_between(sentences_[at].begin, sentences_[at].end);
    const bool is_table_row = line.find('|') != line.npos || line.find("   ") != line.npos;
    const bool says_itself = std::any_of(
        own.begin(), own.end(), [&](const NamedPart& mention) { return !matcher_.is_title(mention.name); });
    for (const Figure& figure : figures) {
      // A figure inside a given name claims nothing.
      if (std::any_of(own.begin(), own.end(), [&](const NamedPart& mention) {
            return mention.begin < figure.begin && figure.end < mention.end &&
                   matcher_.is_whole_name(mention.name);
          }))
        continue;
      FigureSubject subject = subject_of(figure, own);
      subject.column = column_of(figure, own);
      subject.in_table = is_table_row;
      if (!is_table_row) subject.said = said_of(figure, sentences_[at]);
      if (subject.names.empty() && !says_itself)
        for (const NamedPart& mention : leant_on)
          if (!mention.identity && matcher_.knows(mention.name)) subject.names.push_back(mention.name);
      if (figure.kind == FigureKind::identity) subject = {};
      check_figure(figure, subject, sentences_[at]);
    }
  }

  void check_figure(const Figure& figure, const FigureSubject& subject, const TextSentence& sentence) {
    // `step` also means a step of advice.
    if (figure.kind == FigureKind::identity && figure.noun == "step" && !matcher_.has_identities("step"))
      return;
    ++checked_.figures;
    if (matcher_.matches(figure, subject)) {
      ++checked_.matched;
      return;
    }
    const std::string written = text_.substr(figure.begin, figure.end - figure.begin);
    edits_.push_back({figure.begin, figure.end, written + std::string(kUnverified)});
    std::string about;
    for (const std::string& name : subject.names)
      about += (about.empty() ? " for " : ", ") + shortened(name, 60);
    const std::string nearest = matcher_.nearest(figure, subject);
    const std::string noun = figure.noun.empty() ? "" : " (" + figure.noun + ")";
    checked_.mismatches.push_back(
        fmt::format("{}{} was not given{}{}; it stands in: {}", written, noun, about,
                    nearest.empty() ? "" : ", the nearest that was is " + nearest,
                    shortened(one_line(text_.substr(sentence.begin, sentence.end - sentence.begin)), 160)));
  }

  void check_references() {
    for (const NamedPart& mention : mentions_) {
      if (!mention.reference) continue;
      const bool known = facts_.has_reference(mention.name);
      auto& list = known ? checked_.references : checked_.dropped;
      if (std::find(list.begin(), list.end(), mention.name) == list.end()) list.push_back(mention.name);
      if (known) continue;
      // A reference alone in brackets is removed with them.
      const bool alone = mention.begin > 1 && text_[mention.begin - 1] == '(' && mention.end < text_.size() &&
                         text_[mention.end] == ')' && text_[mention.begin - 2] == ' ';
      if (alone)
        edits_.push_back({mention.begin - 2, mention.end + 1, ""});
      else
        edits_.push_back({mention.begin, mention.end, std::string(kNoReference)});
    }
  }

  const GroundingFacts& facts_;
  FigureMatcher matcher_;
  std::string text_;
  std::vector<Figure> figures_;
  std::vector<NamedPart> mentions_;
  std::vector<TextSentence> sentences_;
  std::string words_;  // the text with names blanked out
  std::vector<Edit> edits_;
  CheckedText checked_;
};

}  // namespace

CheckedText check(std::string_view text, const GroundingFacts& facts) {
  return TextCheck(text, facts).run();
}

std::string check_line(const CheckedText& checked) {
  if (checked.figures == 0) return "No figures to check.";
  return fmt::format("{} of {} {} checked.", checked.matched, checked.figures,
                     checked.figures == 1 ? "figure" : "figures");
}

std::string correction_of(const CheckedText& checked) {
  std::string text =
      "Some of what you wrote is not in what you were given. Write the answer again in full, with figures and "
      "references exactly as they were given, and leave out what you cannot quote.\n";
  for (const std::string& mismatch : checked.mismatches) text += "- " + mismatch + "\n";
  for (const std::string& reference : checked.dropped)
    text += "- " + reference + " is no reference that was given.\n";
  return text;
}

}  // namespace nsys_ai
