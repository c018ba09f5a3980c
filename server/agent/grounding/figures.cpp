// One pass over the text: the words around each number determine its meaning.
#include "agent/grounding/figures.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "agent/grounding/figure_words.h"
#include "agent/grounding/number_text.h"
#include "agent/grounding/text_spans.h"
#include "base/text_pattern.h"
#include "base/word_character.h"

namespace nsys_ai {
namespace {

constexpr double kMostOrdered = 100;

class FigureReader : NumberText {
 public:
  explicit FigureReader(std::string_view text) : NumberText(text), text_(text), spans_(text_spans(text)) {}

  std::vector<Figure> read() {
    for (size_t at = 0; at < text_.size();) {
      if (at == 0 || text_[at - 1] == '\n') at = behind_list_number(at);
      if (at >= text_.size()) break;
      if (is_digit(text_[at]) || begins_with_point(at))
        at = number(at);
      else if (const size_t bytes = name_character(text_, at); bytes > 0)
        at = word(at);
      else
        at = after_character(text_, at);
    }
    return std::move(figures_);
  }

 private:
  // `.038 s`
  bool begins_with_point(size_t at) const {
    if (!is(at, '.') || !digit(at + 1)) return false;
    return at == 0 || std::string_view(" (*|\n").find(text_[at - 1]) != std::string_view::npos;
  }

  // `2. ` and `## 3. ` at the beginning of a line.
  size_t behind_list_number(size_t at) const {
    const size_t begin = at;
    while (is(at, ' ') || is(at, '#') || is(at, '>')) ++at;
    const size_t end = behind_digits(at);
    const bool list = end > at && end - at <= 3 && (is(end, '.') || is(end, ')')) &&
                      (end + 1 >= text_.size() || text_[end + 1] == ' ' || text_[end + 1] == '\n');
    return list ? end + 1 : begin;
  }

  // A word of letters may be a number; a word with digits is a name, including the parts attached to it.
  size_t word(size_t at) {
    size_t end = behind_name(at);
    const std::string_view name = text_.substr(at, end - at);
    const bool letters = std::none_of(name.begin(), name.end(), is_digit);
    if (letters && number_in_words(at, end)) return figures_.back().end;
    if (letters && is(end, ':') && digit(end + 1)) return reference(end);
    if (letters && is(end, '-') && digit(end + 1)) {
      const size_t behind = behind_digits(end + 1);
      // `H-100`, `FlashAttention-2`; but `a mean-3 ms` has a unit.
      if (const auto written = number_at(end + 1); written && unit_of(*written).unit) return end + 1;
      if (!is(behind, '.') || !digit(behind + 1)) return behind_name(behind);
    }
    if (letters) return end;
    while (end < text_.size() && (text_[end] == '.' || text_[end] == '-') && in_name(end + 1))
      end = behind_name(end + 1);
    return end;
  }

  // `kernel:1234`, `gap:0:60401707567`; not `total:12 ms`.
  size_t reference(size_t colon) {
    size_t end = colon;
    while (is(end, ':') && digit(end + 1)) end = behind_digits(end + 1);
    const auto written = number_at(colon + 1);
    return written && unit_of(*written).unit ? colon + 1 : end;
  }

  bool goes_on_with_identities(size_t at) const {
    if (figures_.empty() || figures_.back().kind != FigureKind::identity) return false;
    std::string_view between = text_.substr(figures_.back().end, at - figures_.back().end);
    if (between.size() > 6) return false;
    for (const std::string_view joint : {", ", " and ", " & ", "-", "–", " to ", " or ", ", and ", ",", "/"})
      if (between == joint) return true;
    return false;
  }

  // Whether a code span is only a number, or a number with a noun: `68`, `68 calls`.
  bool is_all_of(const TextSpan& span, size_t begin, size_t end) const {
    if (begin != span.begin + span.mark) return false;
    const std::string_view rest = text_.substr(end, span.end - span.mark - end);
    const bool words = std::all_of(rest.begin(), rest.end(), [](char c) {
      return c == ' ' || (is_word(c) && !is_digit(c) && c != '_');
    });
    return rest.empty() || (words && !noun_behind(end).empty());
  }

  const TextSpan* span_of(size_t at) const {
    const auto behind = std::upper_bound(spans_.begin(), spans_.end(), at,
                                         [](size_t of, const TextSpan& span) { return of < span.begin; });
    if (behind == spans_.begin() || std::prev(behind)->end <= at) return nullptr;
    return &*std::prev(behind);
  }

  void add(size_t begin, size_t end, Figure figure) {
    figure.begin = begin;
    figure.end = end;
    if (figure.upper == 0) figure.upper = figure.value;
    // Code and quotations contain names, and a number in them without a unit is part of a name.
    const bool measured = figure.kind != FigureKind::number && figure.kind != FigureKind::identity &&
                          figure.kind != FigureKind::ratio;
    const TextSpan* span = span_of(begin);
    if (!measured && span && !is_all_of(*span, begin, end)) return;
    figures_.push_back(std::move(figure));
  }

  size_t number(size_t at) {
    if (const auto fraction = behind_fraction(at)) return *fraction;
    if (const auto compound = behind_compound(at)) return *compound;
    const auto written = number_at(at);
    if (!written) return behind_version(at);
    const WrittenUnit unit = unit_of(*written);
    // `3rd`, `4a7f`: an attached suffix that is no unit makes it a name.
    if (!unit.unit && in_name(written->end)) return behind_name(written->end);
    const size_t begin = sign_of(at);
    const double sign = begin < at ? -1 : 1;
    Figure figure;
    figure.hedge = hedge_before(at);
    if (!unit.unit) return plain_number(at, *written, std::move(figure), sign);
    measure(figure, *written, *unit.unit, sign);
    const size_t end = with_smaller_unit(unit.end, figure);
    const size_t behind = with_upper_end(end, at, figure, *written, &unit);
    add(begin, behind, std::move(figure));
    return behind;
  }

  static void measure(Figure& figure, const WrittenNumber& written, const FigureUnit& unit, double sign) {
    figure.kind = unit.kind;
    figure.unit = unit.size;
    figure.value = sign * written.value * unit.size;
    double step = written.step;
    // 270 ms counts as rounded to tens; people who round to hundreds use a larger unit.
    const bool rounds = unit.kind != FigureKind::share && unit.kind != FigureKind::ratio;
    if (rounds && written.is_whole && !written.is_scaled && written.whole_digits > 2)
      step = written.zeros > 0 ? 10 : 1;
    // People round shares to fives: `about 25 %` for 23.5 %.
    const bool in_fives = unit.kind == FigureKind::share && written.is_whole && written.value >= 10 &&
                          std::fmod(written.value, 5) == 0;
    if (figure.hedge == Hedge::about && in_fives) step = 5;
    figure.half_step = step / 2 * unit.size;
  }

  // `1 min 12 s` is one figure.
  size_t with_smaller_unit(size_t end, Figure& figure) const {
    if (figure.kind != FigureKind::time || figure.half_step < 1e9 || !is(end, ' ') || !digit(end + 1))
      return end;
    const auto written = number_at(end + 1);
    if (!written) return end;
    const WrittenUnit unit = unit_of(*written);
    if (!unit.unit || unit.unit->kind != FigureKind::time || unit.unit->size >= figure.half_step) return end;
    figure.value += written->value * unit.unit->size;
    figure.half_step = written->step / 2 * unit.unit->size;
    return unit.end;
  }

  // The end of a range that begins with this figure: `3 to 4 ms`, `between 3 ms and 4 ms`, `3–4 ms`.
  size_t with_upper_end(size_t end, size_t begin, Figure& figure, const WrittenNumber& lower,
                        const WrittenUnit* lower_unit) {
    const bool between = word_before(begin) == "between";
    for (const std::string_view joint : {"-", "–", " – ", " to ", " and "}) {
      if (!text_.substr(end).starts_with(joint) || !digit(end + joint.size())) continue;
      if (joint == " and " && !between) continue;
      if (lower_unit && joint == " to " && !between) continue;
      const auto upper = number_at(end + joint.size());
      if (!upper) return end;
      const WrittenUnit unit = unit_of(*upper);
      if (!unit.unit && (lower_unit || in_name(upper->end))) return end;
      if (lower_unit && unit.unit->kind != figure.kind) return end;
      if (unit.unit && !lower_unit) measure(figure, lower, *unit.unit, 1);
      const size_t behind = unit.unit ? unit.end : upper->end;
      figure.upper = upper->value * (unit.unit ? unit.unit->size : 1);
      figure.half_step = std::min(upper->step, lower.step) / 2 * (unit.unit ? unit.unit->size : 1);
      if (!unit.unit) figure.half_step = 0;
      return behind;
    }
    return end;
  }

  size_t plain_number(size_t at, const WrittenNumber& written, Figure figure, double sign) {
    const size_t end = written.end;
    size_t before = 0;
    const std::string word = word_before(at, &before);
    const bool whole = written.is_whole && !written.is_scaled;
    const std::string noun = noun_of(at, end);
    if (whole && goes_on_with_identities(at) && noun_behind(end).empty()) {
      figure.noun = figures_.back().noun;
      return identity(at, end, std::move(figure), written.value);
    }
    const bool joined = before > 0 && text_[before - 1] == '-';  // Host-to-Device
    if (const auto of = identified_noun(word);
        whole && !of.empty() && !joined && is_near(before + word.size(), at))
      if (!word.ends_with("s") || word == "process" || noun_behind(end).empty()) {
        // `Step 2: ...` numbers an item of the text's own list.
        if (of == "step" && is(end, ':')) return end;
        figure.noun = of;
        return identity(at, end, std::move(figure), written.value);
      }
    if (names_with_number(word) && is_near(before + word.size(), at)) return end;
    if (whole && written.value <= kMostOrdered && (orders(word) || is_superlative(word_behind(end))))
      return end;
    if (at > 0 && text_[at - 1] == '#') return end;
    if (whole && is_month(word_behind(end))) return end;
    // `November 24, 2026`
    if (whole && is_month(word))
      return text_.substr(end).starts_with(", ") && behind_digits(end + 2) == end + 6 ? end + 6 : end;
    figure.value = sign * written.value;
    const bool rounded = figure.hedge != Hedge::none && whole && written.whole_digits > 2;
    const double zeros = static_cast<double>(
        std::min(written.zeros, written.whole_digits - std::min<size_t>(2, written.whole_digits)));
    if (!whole)
      figure.half_step = written.step / 2;
    else if (rounded && zeros > 0)
      figure.half_step = std::pow(10, zeros) / 2;
    const size_t behind = with_upper_end(end, at, figure, written, nullptr);
    figure.noun = figure.kind == FigureKind::number ? noun_of(at, behind) : "";
    add(sign_of(at), behind, std::move(figure));
    return behind;
  }

  // Whether only blanks, emphasis or `#` are between a word and its number: `GPUs: 2` is a count.
  bool is_near(size_t from, size_t to) const {
    const std::string_view between = text_.substr(from, to - from);
    return between.find_first_not_of(" *#") == between.npos && between.size() <= 4;
  }

  size_t identity(size_t at, size_t end, Figure figure, double value) {
    figure.kind = FigureKind::identity;
    figure.value = value;
    figure.hedge = Hedge::none;
    add(at, end, std::move(figure));
    return end;
  }

  // A fraction of the quantity after `of`, precise to a tenth of the fraction: `a third of`, and 250 ms for
  // `a quarter of a second`.
  void add_part(size_t at, size_t end, int parts, int of) {
    Figure figure;
    figure.hedge = hedge_before(at);
    figure.kind = FigureKind::share;
    figure.value = static_cast<double>(parts) / of;
    figure.half_step = 0.1 / of;
    size_t behind = end;
    std::string word = word_behind(end, &behind);
    if (word == "of") word = word_behind(behind, &behind);
    size_t unit_end = 0;
    const std::string measured = word_behind(behind, &unit_end);
    if (const auto* unit = unit_word(measured); unit && measured.size() > 1 && word == "a") {
      figure.kind = unit->kind;
      figure.unit = unit->size;
      figure.value *= unit->size;
      figure.half_step *= unit->size;
      end = unit_end;
    }
    add(at, end, std::move(figure));
  }

  // `2/3 of`
  std::optional<size_t> behind_fraction(size_t at) {
    const size_t line = behind_digits(at);
    const size_t end = is(line, '/') ? behind_digits(line + 1) : line;
    if (line != at + 1 || end < line + 2 || end > line + 3 || word_behind(end) != "of") return std::nullopt;
    const int parts = std::atoi(text_.data() + at), of = std::atoi(text_.data() + line + 1);
    if (parts == 0 || parts >= of || of > 10) return std::nullopt;
    add_part(at, end, parts, of);
    return end;
  }

  // `half of`, `half a second`, `a third of`, `three quarters`.
  bool part_in_words(size_t at, size_t end, const std::string& word, const std::string& before) {
    const auto said = [&](size_t to, int parts, int of) {
      add_part(at, to, parts, of);
      return !figures_.empty() && figures_.back().begin == at;
    };
    size_t behind = 0;
    const std::string next = word_behind(end, &behind);
    if (word == "half") {
      const bool is_part = before != "second" && before != "first" && before != "other" && before != "latter";
      const bool is_of = next == "of" || next == "the" || (next == "a" && unit_word(word_behind(behind)));
      return is_part && is_of && said(end, 1, 2);
    }
    const int of = part_word(next);
    if (of == 0 || orders(before)) return false;
    if (next.ends_with('s')) {
      const auto parts = number_word(word);
      return parts && *parts < of && said(behind, *parts, of);
    }
    return (word == "a" || word == "one") && word_behind(behind) == "of" && said(behind, 1, of);
  }

  // `twice as`, `two GPUs`, `three times`, and parts.
  bool number_in_words(size_t at, size_t end) {
    const std::string word = ascii_lower(text_.substr(at, end - at));
    size_t behind = 0;
    const std::string next = word_behind(end, &behind);
    Figure figure;
    figure.hedge = hedge_before(at);
    const auto vague = [&](FigureKind kind, double value, double half_step, size_t to) {
      figure.kind = kind;
      figure.value = value;
      figure.half_step = half_step;
      add(at, to, std::move(figure));
      return !figures_.empty() && figures_.back().begin == at;
    };
    const std::string before = word_before(at);
    if (part_in_words(at, end, word, before)) return true;
    if ((word == "twice" || word == "double") && (next == "as" || next == "the"))
      return vague(FigureKind::ratio, 2, 0.25, end);
    const auto number = number_word(word);
    if (!number || orders(before) || before == "the" || before == "both" || before == "all") return false;
    const auto* unit = unit_word(next);
    if (unit && next.size() > 1) return vague(unit->kind, *number * unit->size, unit->size / 2, behind);
    if (next.empty() || is_superlative(next) || text_[end] != ' ') return false;
    const auto noun = counted_noun(next);
    if (noun.empty()) return false;
    figure.noun = noun;
    return vague(FigureKind::number, *number, 0, end);
  }

  std::string_view text_;
  std::vector<TextSpan> spans_;
  std::vector<Figure> figures_;
};

}  // namespace

std::vector<Figure> figures_in(std::string_view text) { return FigureReader(text).read(); }

}  // namespace nsys_ai
