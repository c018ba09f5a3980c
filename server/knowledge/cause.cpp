// Parses a page of the book line by line.
#include "knowledge/cause.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

#include "analysis/kernels/tensor_core_generation.h"
#include "profile/file_tables.h"

namespace nsys_ai {
namespace {

constexpr std::array<std::string_view, 5> kSections{"Symptom", "Why", "Detection", "What to do",
                                                    "How to verify"};

std::string_view trimmed(std::string_view text) {
  const size_t from = text.find_first_not_of(" \n");
  if (from == std::string_view::npos) return {};
  return text.substr(from, text.find_last_not_of(" \n") - from + 1);
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (!(text = trimmed(text)).empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return words;
}

// Joins the lines of each paragraph.
std::string folded(std::string_view text) {
  std::string line(trimmed(text));
  for (size_t at = line.find('\n'); at != std::string::npos; at = line.find('\n', at + 1)) {
    if (line.compare(at, 2, "\n\n") == 0)
      ++at;
    else
      line[at] = ' ';
  }
  return line;
}

struct Line {
  int number = 0;
  std::string_view text;
};

struct Entry {
  int line = 0;
  std::string name;
  std::string value;
};

// The parser of a page: its position, and errors at that position.
class CauseReader {
 public:
  CauseReader(std::string_view file, std::string_view text) : file_(file) {
    int number = 0;
    while (!text.empty()) {
      const size_t end = std::min(text.find('\n'), text.size());
      lines_.push_back({++number, text.substr(0, end)});
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  Result<Cause> read() {
    cause_.key = std::string(file_.substr(0, file_.rfind(".md")));
    if (auto read = front_matter(); !read) return tl::unexpected(read.error());
    if (auto read = body(); !read) return tl::unexpected(read.error());
    return std::move(cause_);
  }

 private:
  tl::unexpected<Error> wrong(int line, std::string_view what) const {
    return fail(ErrorCode::bad_request, fmt::format("{}:{}: {}", file_, line, what));
  }

  Result<void> front_matter() {
    if (lines_.empty() || lines_[0].text != "---") return wrong(1, "The page does not begin with `---`.");
    std::vector<Entry> entries;
    for (at_ = 1; at_ < lines_.size() && lines_[at_].text != "---"; ++at_)
      if (auto read = front_line(lines_[at_], entries); !read) return read;
    if (at_++ == lines_.size())
      return wrong(static_cast<int>(lines_.size()), "The front matter does not end.");
    for (const Entry& entry : entries)
      if (auto taken = take(entry); !taken) return taken;
    if (cause_.is_of_ranks) return {};
    if (cause_.title.empty() || cause_.detail.empty()) return wrong(1, "There is no title or no detail.");
    return {};
  }

  // An item of a list becomes an entry with the list's name.
  Result<void> front_line(const Line& line, std::vector<Entry>& entries) const {
    if (!line.text.starts_with(' ')) {
      const size_t colon = line.text.find(':');
      if (colon == std::string_view::npos) return wrong(line.number, "This is no `name: value`.");
      std::string_view value = trimmed(line.text.substr(colon + 1));
      if (value.size() > 1 && value.starts_with('"') && value.ends_with('"'))
        value = value.substr(1, value.size() - 2);
      entries.push_back(
          {line.number, std::string(line.text.substr(0, colon)), std::string(value == ">" ? "" : value)});
      return {};
    }
    if (entries.empty()) return wrong(line.number, "There is no name above this value.");
    const std::string_view more = trimmed(line.text);
    Entry& last = entries.back();
    if (more.starts_with("- ") && !last.value.empty())
      entries.push_back({line.number, last.name, std::string(more.substr(2))});
    else if (more.starts_with("- "))
      last = {line.number, last.name, std::string(more.substr(2))};
    else
      last.value += (last.value.empty() ? "" : " ") + std::string(more);
    return {};
  }

  // False where it is none, or is below zero.
  static bool read_number(std::string_view text, double& number) {
    const char* end = text.data() + text.size();
    return std::from_chars(text.data(), end, number).ptr == end && number >= 0;
  }

  Result<void> take(const Entry& entry) {
    if (entry.name == "title") {
      cause_.title = entry.value;
    } else if (entry.name == "detail") {
      cause_.detail = entry.value;
    } else if (entry.name == "severity") {
      if (entry.value != "information" && entry.value != "high")
        return wrong(entry.line, "The severity can be `information` or `high` only.");
      cause_.severity = entry.value == "high" ? Severity::high : Severity::information;
    } else if (entry.name == "judged") {
      if (entry.value != "always" && entry.value != "ranks")
        return wrong(entry.line, "A cause can be judged `always`, or of `ranks`, only.");
      (entry.value == "ranks" ? cause_.is_of_ranks : cause_.is_judged_always) = true;
    } else if (entry.name == "recorded") {
      cause_.recorded = entry.value;
    } else if (entry.name == "without") {
      if (entry.value != "GPU work") return wrong(entry.line, "Only `GPU work` can be without.");
      cause_.without_gpu_work = true;
    } else if (entry.name == "order") {
      if (entry.value != "first") return wrong(entry.line, "The order can be `first` only.");
      cause_.leads = true;
    } else if (entry.name == "floor") {
      if (!read_number(entry.value, cause_.floor) || cause_.floor > 1)
        return wrong(entry.line, "The floor is no share between 0 and 1.");
    } else if (entry.name == "normal") {
      if (!read_number(entry.value, cause_.normal))
        return wrong(entry.line, "What is normal is no number of seconds.");
    } else if (entry.name == "claims") {
      const auto use = time_use(entry.value);
      if (!use) return wrong(entry.line, fmt::format("There is no use of time \"{}\".", entry.value));
      cause_.claims.push_back(*use);
    } else if (entry.name == "within") {
      cause_.within.push_back(entry.value);
    } else if (entry.name == "mend") {
      cause_.mends.push_back(entry.value);
    } else if (entry.name == "uses" || entry.name == "may use") {
      return take_input(entry);
    } else {
      return wrong(entry.line, fmt::format("There is no \"{}\" in a front matter.", entry.name));
    }
    return {};
  }

  Result<void> take_input(const Entry& entry) {
    const size_t equals = entry.value.find(" = ");
    if (equals == std::string::npos) return wrong(entry.line, "This is no `TABLE = SKILL ...`.");
    CauseInput input;
    input.table = entry.value.substr(0, equals);
    input.text = entry.value.substr(equals + 3);
    input.optional = entry.name == "may use";
    if (input.text.starts_with("query ")) {
      input.query = input.text.substr(6);
    } else {
      std::vector<std::string> words = words_of(input.text);
      input.skill = words[0];
      for (size_t i = 1; i < words.size(); ++i) {
        // In a value of several words, `~` stands for each blank.
        const size_t sign = words[i].find('=');
        if (sign == std::string::npos)
          return wrong(entry.line, fmt::format("\"{}\" is no NAME=VALUE.", words[i]));
        std::string value = words[i].substr(sign + 1);
        std::replace(value.begin(), value.end(), '~', ' ');
        input.params[words[i].substr(0, sign)] = std::move(value);
      }
    }
    cause_.inputs.push_back(std::move(input));
    return {};
  }

  Result<void> body() {
    std::map<std::string, std::string, std::less<>> sections;
    std::string* section = nullptr;
    int detection = 0;
    for (; at_ < lines_.size(); ++at_) {
      const auto [number, text] = lines_[at_];
      if (text.starts_with("# ")) {
        cause_.heading = text.substr(2);
      } else if (text.starts_with("## ")) {
        const std::string_view name = text.substr(3);
        if (std::find(kSections.begin(), kSections.end(), name) == kSections.end())
          return wrong(number, fmt::format("There is no section \"{}\" in a page.", name));
        section = &sections[std::string(name)];
        if (name == "Detection") detection = number;
      } else if (section) {
        *section += std::string(text) + "\n";
      }
    }
    for (const std::string_view name : kSections)
      if (trimmed(sections[std::string(name)]).empty())
        return wrong(static_cast<int>(lines_.size()), fmt::format("The section \"{}\" is missing.", name));
    if (cause_.heading.empty()) return wrong(1, "The page has no heading.");
    cause_.symptom = folded(sections["Symptom"]);
    cause_.why = folded(sections["Why"]);
    take_advice(folded(sections["What to do"]));
    cause_.verify = folded(sections["How to verify"]);
    std::string_view rest = sections["Detection"];
    cause_.condition = next_sql(rest);
    cause_.evidence = next_sql(rest);
    cause_.detection = folded(sections["Detection"]);
    if (cause_.condition.empty() && !cause_.is_of_ranks)
      return wrong(detection, "The section has no block of sql.");
    return {};
  }

  // Reads advice paragraph by paragraph.
  void take_advice(std::string_view text) {
    while (!text.empty()) {
      const size_t end = std::min(text.find("\n\n"), text.size());
      const std::string_view paragraph = text.substr(0, end);
      text.remove_prefix(std::min(end + 2, text.size()));
      if (auto conditions = conditions_of(paragraph); !conditions.empty())
        cause_.special_advice.push_back({std::move(conditions), std::string(paragraph)});
      else
        cause_.what_to_do += (cause_.what_to_do.empty() ? "" : "\n\n") + std::string(paragraph);
    }
  }

  // The text before the colon, if it consists only of conditions.
  static std::vector<std::string> conditions_of(std::string_view paragraph) {
    const size_t colon = paragraph.find(": ");
    if (colon == std::string_view::npos) return {};
    constexpr std::string_view kWith = "With ";
    if (paragraph.starts_with(kWith))
      return {std::string(paragraph.substr(kWith.size(), colon - kWith.size()))};
    std::vector<std::string> conditions;
    std::string_view rest = paragraph.substr(0, colon);
    while (!rest.empty()) {
      const size_t end = std::min(rest.find(", "), rest.size());
      const std::string_view part = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 2, rest.size()));
      const std::string_view name = part.size() > 3 ? part.substr(3) : "";
      const bool is_framework =
          (part.starts_with("In ") || part.starts_with("in ")) && name.find(' ') == std::string_view::npos;
      const bool is_generation = (part.starts_with("On ") || part.starts_with("on ")) &&
                                 (name == name_of(TensorCoreGeneration::volta_and_turing) ||
                                  name == name_of(TensorCoreGeneration::ampere_and_later));
      if (!is_framework && !is_generation) return {};
      conditions.emplace_back(name);
    }
    return conditions;
  }

  static std::string next_sql(std::string_view& text) {
    constexpr std::string_view kBegin = "```sql\n";
    const size_t begin = text.find(kBegin);
    if (begin == std::string_view::npos) return "";
    const std::string_view block = text.substr(begin + kBegin.size());
    const size_t end = std::min(block.find("```"), block.size());
    text = block.substr(std::min(end + 3, block.size()));
    return std::string(trimmed(block.substr(0, end)));
  }

  std::string_view file_;
  std::vector<Line> lines_;
  size_t at_ = 0;
  Cause cause_;
};

}  // namespace

std::string_view name_of(Severity severity) {
  switch (severity) {
    case Severity::high:
      return "high";
    case Severity::medium:
      return "medium";
    case Severity::low:
      return "low";
    case Severity::information:
      return "information";
  }
  return "information";
}

bool Cause::is_for(const Profile& profile, bool has_gpu_work) const {
  if (!recorded.empty() && rows_read_as(profile.tables(), recorded) == 0) return false;
  return is_judged_always || without_gpu_work != has_gpu_work;
}

Result<Cause> parse_cause(std::string_view file_name, std::string_view text) {
  return CauseReader(file_name, text).read();
}

}  // namespace nsys_ai
