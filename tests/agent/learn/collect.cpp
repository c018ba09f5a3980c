// What one wording is known to ask, the other two ask.
#include "tests/agent/learn/collect.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

#include "agent/ask/ask.h"
#include "agent/ask/known_query.h"
#include "agent/eval/judge.h"
#include "agent/known/frame_items.h"
#include "agent/known/query_template.h"
#include "base/text_pattern.h"
#include "profile/library.h"

namespace nsys_ai::test {
namespace {

struct QuotedName {
  std::string text;
  std::string placeholder;
};

std::string_view kind_of_name(const std::string& before) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kKinds = {
      {{"kernel", "kernel"}, {"range", "range"}, {"cuda call", "call"}, {"os call", "oscall"}}};
  std::string_view kind = "name";
  size_t last = 0;
  for (const auto& [said, name] : kKinds)
    if (const size_t at = before.rfind(said); at != std::string::npos && at >= last) {
      last = at;
      kind = name;
    }
  // `launch calls`, `nonzero-return calls`.
  return kind == "name" && before.ends_with("calls named ") ? "call" : kind;
}

// `{kernel}` for the first of a kind, `{kernel2}` for the second.
std::string placeholder_of(std::string_view kind, std::map<std::string_view, int>& count) {
  const int number = ++count[kind];
  return number == 1 ? fmt::format("{{{}}}", kind) : fmt::format("{{{}{}}}", kind, number);
}

// The names of a query, the longest first.
std::vector<QuotedName> names_of(const std::string& query) {
  std::vector<QuotedName> names;
  std::map<std::string_view, int> count;
  for (size_t at = query.find('"'); at != std::string::npos; at = query.find('"', at + 1)) {
    const size_t end = query.find('"', at + 1);
    if (end == std::string::npos) break;
    std::string text = query.substr(at + 1, end - at - 1);
    const bool known =
        std::any_of(names.begin(), names.end(), [&](const QuotedName& name) { return name.text == text; });
    if (!known && !text.empty()) {
      const std::string_view kind = kind_of_name(ascii_lower(query.substr(0, at)));
      names.push_back({std::move(text), placeholder_of(kind, count)});
    }
    at = end;
  }
  std::sort(names.begin(), names.end(),
            [](const QuotedName& a, const QuotedName& b) { return a.text.size() > b.text.size(); });
  return names;
}

bool is_part_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '{' || c == '}';
}

bool is_mark(char c) { return c == '"' || c == '`' || c == '\''; }

// `A*B` is `A (B` and the like in a text: the name as the text has it; itself where it has none.
std::string as_written(const std::string& text, const std::string& name) {
  const size_t star = name.find('*');
  if (star == std::string::npos) return name;
  const std::string lower = ascii_lower(text), first = ascii_lower(name.substr(0, star)),
                    second = ascii_lower(name.substr(star + 1));
  constexpr size_t kMarks = 3;
  const size_t at = lower.find(first);
  const size_t behind = at == std::string::npos ? at : lower.find(second, at + first.size());
  if (behind == std::string::npos || behind > at + first.size() + kMarks) return name;
  size_t end = behind + second.size();
  if (text.compare(end, 1, ")") == 0) ++end;
  return text.substr(at, end - at);
}

// The text with the name, its quotation marks and the `s` or `()` behind it replaced.
std::string replaced(const std::string& text, const QuotedName& name) {
  const std::string lower = ascii_lower(text), wanted = ascii_lower(as_written(text, name.text));
  std::string result;
  size_t done = 0;
  for (size_t at = lower.find(wanted); at != std::string::npos; at = lower.find(wanted, at + 1)) {
    size_t begin = at, end = at + wanted.size();
    if (begin > 0 && is_mark(text[begin - 1])) --begin;
    if (begin > 0 && is_part_of_word(text[begin - 1])) continue;
    if (end < text.size() && is_mark(text[end])) ++end;
    if (text.compare(end, 2, "()") == 0) end += 2;
    if (end < text.size() && text[end] == 's' && (end + 1 == text.size() || !is_part_of_word(text[end + 1])))
      ++end;
    if (end < text.size() && is_part_of_word(text[end])) continue;
    if (begin < done) continue;
    result += text.substr(done, begin - done) + name.placeholder;
    done = end;
    at = end - 1;
  }
  return result + text.substr(done);
}

class Collector {
 public:
  Collector(const std::filesystem::path& profiles, const Work& work) : folder_(profiles), work_(work) {}

  Result<std::string> run(const std::vector<std::filesystem::path>& files) {
    std::string text;
    for (const auto& file : files) {
      const auto cases = read_questions(file);
      if (!cases) return tl::unexpected(cases.error());
      text += "# from " + file.filename().string() + "\n";
      for (const QuestionCase& each : *cases) {
        auto lines = lines_of(each);
        if (!lines) return lines;
        text += *lines;
      }
    }
    return text;
  }

 private:
  Result<std::string> lines_of(const QuestionCase& each) {
    const auto under = [](std::string_view query, const std::vector<std::string>& wordings) {
      return wordings.empty() ? std::string() : fmt::format("= {}\n{}\n", query, fmt::join(wordings, "\n"));
    };
    const auto profile = open(each.profile);
    if (!profile) return tl::unexpected(profile.error());
    std::map<std::string, int> queries;
    std::vector<std::string> misread, unread;
    for (const std::string& wording : each.wordings) {
      const auto answer = ask(*profile, answers_, {wording}, work_);
      if (!answer) return tl::unexpected(answer.error());
      const Verdict verdict = judge_answer(*answer, each);
      if (answer->answered && verdict == Verdict::right) ++queries[answer->understood];
      if (verdict == Verdict::wrong) misread.push_back(wording);
      // What is read and cannot be answered of this profile may be of another one.
      if (!answer->answered && answer->understood.empty()) unread.push_back(wording);
    }
    const auto most = std::max_element(queries.begin(), queries.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    // What no wording of is answered must not be taken for what is.
    if (most == queries.end() || each.answer.cannot) {
      unread.insert(unread.end(), misread.begin(), misread.end());
      return under(kNothingAsked, without_names(**profile, unread));
    }
    const std::vector<QuotedName> names = names_of(most->first);
    std::string query = most->first;
    for (const QuotedName& name : names) {
      const std::string quoted = "\"" + name.text + "\"";
      for (size_t at = query.find(quoted); at != std::string::npos; at = query.find(quoted))
        query.replace(at, quoted.size(), name.placeholder);
    }
    std::vector<std::string> wordings = each.wordings;
    for (std::string& wording : wordings)
      for (const QuotedName& name : names) wording = replaced(wording, name);
    // Where other names are found in it than it is asked by, it is known as that too.
    misread = without_names(**profile, misread);
    const auto words_of = [](const std::string& text) { return frame_of(tokens_of(text), {}).words; };
    std::erase_if(misread, [&](const std::string& wording) {
      return std::any_of(wordings.begin(), wordings.end(),
                         [&](const std::string& known) { return words_of(known) == words_of(wording); });
    });
    return under(query, wordings) + under(kNothingAsked, misread);
  }

  // Where no query tells what is a name.
  std::vector<std::string> without_names(const Profile& profile, std::vector<std::string> wordings) const {
    for (std::string& wording : wordings) {
      const auto names = name_ways(profile, read_question(wording), work_);
      if (!names) continue;
      std::map<std::string_view, int> count;
      for (const NamedSpan& span : names->ways[0]) {
        wording = replaced(wording, {span.text, placeholder_of(kind_of(span.kind), count)});
      }
    }
    return wordings;
  }

  static std::string_view kind_of(Subject subject) {
    return std::find_if(kPlaceholders.begin(), kPlaceholders.end(),
                        [&](const Placeholder& known) { return known.kind == slot_kind_of(subject); })
        ->word;
  }

  Result<ProfilePtr> open(const std::string& name) {
    ProfilePtr& one = profiles_[name];
    if (one) return one;
    auto opened = library_.open(folder_ / (name + ".sqlite"), work_);
    if (!opened) return tl::unexpected(opened.error());
    return one = opened->profile;
  }

  const std::filesystem::path folder_;
  const Work& work_;
  Library library_;
  AnswerCache answers_;
  std::map<std::string, ProfilePtr> profiles_;
};

}  // namespace

Result<std::string> collect_wordings(const std::vector<std::filesystem::path>& files,
                                     const std::filesystem::path& profiles, const Work& work) {
  return Collector(profiles, work).run(files);
}

}  // namespace nsys_ai::test
