// Tables of all phrases, each with an example, between a few words on how to combine them.
#include "question/grammar_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "base/embedded.h"
#include "question/query.h"
#include "question/topics.h"
#include "question/words.h"

namespace nsys_ai {

std::span<const EmbeddedFile> embedded_examples();
std::span<const EmbeddedFile> embedded_grammar_words();
std::span<const EmbeddedFile> embedded_lexicon();

namespace {

using Texts = std::vector<std::string>;

Texts cut_at(std::string_view text, std::string_view mark) {
  Texts parts;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(mark, at), text.size());
    parts.emplace_back(text.substr(at, end - at));
    at = end + mark.size();
  }
  return parts;
}

// The lines of a file below each `# --- TITLE`.
std::vector<std::pair<std::string, Texts>> sections_of(std::string_view file) {
  constexpr std::string_view kTitle = "# --- ";
  std::vector<std::pair<std::string, Texts>> sections;
  for (const std::string& line : cut_at(file, "\n")) {
    if (line.starts_with(kTitle)) sections.push_back({line.substr(kTitle.size()), {}});
    if (!line.empty() && line[0] != '#' && !sections.empty()) sections.back().second.push_back(line);
  }
  return sections;
}

// `order most, by size` as fields of a query, or in words if the query has no field for it.
std::string said_by(const std::string& meanings) {
  static const std::map<std::string, std::string, std::less<>> kInWords = {
      {"and true", "another GPU"},
      {"ask count", "a number"},
      {"ask long", "a time"},
      {"ask much, measure bandwidth", "`measure` bandwidth"},
      {"ask much", "bytes of copies, time of all else"},
      {"ask name", "the name of one"},
      {"ask names", "how many different names"},
      {"ask show", "a list"},
      {"ask when", "the start of one"},
      {"ask where", "the place of one"},
      {"ask whether", "yes or no"},
      {"ask which", "one of them"},
      {"ask why", "a reason: a topic"},
      {"between true", "a window, with two times"},
      {"join true", "leads in a place or a name"},
      {"list true", "several"},
      {"names true", "for each name"},
      {"per true", "a figure for each, with what follows"},
      {"without true", "leaves out the name or kind that follows"}};
  static const std::map<std::string, std::string, std::less<>> kFields = {
      {"after", "`from_ns`, with a time"},
      {"before", "`to_ns`, with a time"},
      {"collective", "`family` communication, `name`"},
      {"comparative", "behind `which`: `order`"},
      {"compare", "a bound:"},
      {"dimension", "`group`"},
      {"named", "`name`, with what follows"},
      {"inside", "`inside`, with the label that follows"},
      {"launched_by", "`launched_by`, with the call that follows"}};
  if (const auto whole = kInWords.find(meanings); whole != kInWords.end()) return whole->second;
  std::string text;
  for (const std::string& meaning : cut_at(meanings, ", ")) {
    const size_t blank = meaning.find(' ');
    const std::string role = meaning.substr(0, blank), value = meaning.substr(blank + 1);
    const auto words = kInWords.find(meaning);
    const auto field = kFields.find(role);
    if (!text.empty()) text += ", ";
    if (words != kInWords.end()) {
      text += words->second;
      continue;
    }
    text += field == kFields.end() ? "`" + role + "`" : field->second;
    if (value != "true" || role == "blocking")
      text += value == "at_least" ? " at least" : value == "at_most" ? " at most" : " " + value;
  }
  return text;
}

// The simplest query with this value, as a sentence; empty if there is none.
std::string plainest(const std::string& role, const std::string& value) {
  for (const auto& thing : names_of(Thing{})) {
    if ((role == "thing" && thing.name != value) || (role == "measure" && thing.value == Thing::iteration))
      continue;
    for (const auto& want : {Want::figure, Want::pick})
      for (const auto statistic : {std::optional<Statistic>(), std::optional(Statistic::mean)}) {
        AskQuery q;
        q.want = want;
        q.thing = thing.value;
        q.statistic = role == "statistic" ? enum_named<Statistic>(value) : statistic;
        if (role == "measure") q.measure = enum_named<Measure>(value);
        if (role == "statistic" || (role == "thing" && thing.value == Thing::run))
          q.measure = Measure::duration;
        if (want == Want::pick) q.order = Order::first;
        if (reason_unanswerable(q).empty()) return sentence_of(q);
      }
  }
  return "";
}

std::string example_for(const Texts& phrases, const std::string& meanings) {
  const std::string role = meanings.substr(0, meanings.find(' '));
  const std::string value = meanings.substr(role.size() + 1, meanings.find(',') - role.size() - 1);
  if (role == "thing" || role == "measure" || role == "statistic") return plainest(role, value);
  if (role == "calls") return fmt::format("number of {}s", phrases[0]);
  const bool is_of_copies = role == "direction" || role == "memory" || role == "blocking";
  const bool has_thing = phrases[0].ends_with(" kernel");
  return fmt::format("number of {}{}", phrases[0], is_of_copies ? " copies" : has_thing ? "s" : " kernels");
}

// The phrases that people type, without the forms that the lexicon needs for words that end in `s`.
Texts shown_phrases(const std::string& line) {
  Texts phrases = cut_at(line.substr(0, line.find(" = ")), " | ");
  const Texts all = phrases;
  std::erase_if(phrases, [&](const std::string& phrase) {
    return std::ranges::find(all, phrase + "s") != all.end() ||
           words_of(phrase).size() != cut_at(phrase, " ").size();
  });
  return phrases;
}

std::string code_list(const Texts& phrases) { return fmt::format("`{}`", fmt::join(phrases, "`, `")); }

std::string in_capitals(std::string title) {
  title[0] = title[0] >= 'a' && title[0] <= 'z' ? static_cast<char>(title[0] - 'a' + 'A') : title[0];
  return title;
}

class PageWriter {
 public:
  PageWriter() {
    page_ = embedded_grammar_words()[0].content;
    const auto written = sections_of(embedded_examples()[0].content);
    for (const std::string& line : written[0].second) by_phrase_.insert(parted(line));
    write_examples(written[2], true);
    page_ +=
        "\n## The words\n\nWords stand here in the singular and in lower case; plurals and capitals are read too. What a phrase says "
        "is a field of the query, as `--format json` shows it, with its value, or in words what it is for.\n";
    for (const auto& [title, lines] : sections_of(embedded_lexicon()[0].content)) write_words(title, lines);
    write_examples(written[1], false);
    write_topics();
  }
  std::string page() && { return std::move(page_); }
  std::vector<GrammarExample> examples() && { return std::move(examples_); }

 private:
  static std::pair<std::string, std::string> parted(const std::string& line) {
    const size_t colon = line.find(": ");
    return {line.substr(0, colon), line.substr(colon + 2)};
  }

  std::string example(const std::string& question, bool is_refused = false, const std::string& topic = {}) {
    examples_.push_back({question, is_refused, topic});
    return "`" + question + "`";
  }

  void write_examples(const std::pair<std::string, Texts>& section, bool is_refused) {
    page_ += fmt::format("\n{} {}\n\n", is_refused ? "##" : "###", section.first);
    if (is_refused)
      page_ +=
          "These are never taken for something else and answered: they come back as `closest` or `refused`. SQL can compute them: "
          "`nsys-ai query` takes a SELECT over the [tables](SCHEMA.md), and the `sql` of an answer is one to begin with.\n\n";
    page_ +=
        is_refused ? "| What | Example |\n|---|---|\n" : "| Stands in a question | Example |\n|---|---|\n";
    for (const std::string& line : section.second) {
      const auto [what, question] = parted(line);
      page_ += fmt::format("| {} | {} |\n", what, example(question, is_refused));
    }
  }

  void write_words(const std::string& title, const Texts& lines) {
    page_ += fmt::format("\n### {}\n\n", in_capitals(title));
    const bool is_aside = lines[0].ends_with("= skip true");
    if (!is_aside) page_ += "| Words | What they say | Example |\n|---|---|---|\n";
    for (const std::string& line : lines) {
      const Texts phrases = shown_phrases(line);
      const std::string meanings = line.substr(line.find(" = ") + 3);
      const auto written = by_phrase_.find(phrases[0]);
      if (is_aside)
        page_ += fmt::format("- {}\n", fmt::join(phrases, ", "));
      else
        page_ += fmt::format(
            "| {} | {} | {} |\n", code_list(phrases), said_by(meanings),
            example(written == by_phrase_.end() ? example_for(phrases, meanings) : written->second));
    }
  }

  void write_topics() {
    constexpr std::array<std::pair<TopicKind, std::string_view>, 3> kKinds = {
        {{TopicKind::answer,
          "### What several skills answer together\n\n| Question | Also asked as |\n|---|---|\n"},
         {TopicKind::skill, "### What a skill answers\n\n| Question | [Skill](SKILLS.md) |\n|---|---|\n"},
         {TopicKind::cause,
          "### Whether a cause holds\n\n| Question | [Cause](root-causes/README.md) |\n|---|---|\n"}}};
    page_ +=
        "\n## Topics\n\nThese are asked of the whole run, or of a GPU, a process, an iteration or a window of it. A topic is "
        "found by its title and by other names of it (`topics.txt`), in any order of their words. Headings of "
        "[knowledge pages](knowledge/README.md) are topics as well.\n";
    for (const auto& [kind, head] : kKinds) {
      page_ += fmt::format("\n{}", head);
      for (const Topic& topic : topics())
        if (topic.kind == kind)
          page_ += fmt::format("| {} | {} |\n", example(sentence_of_topic(topic.key), false, topic.key),
                               kind == TopicKind::answer ? fmt::format("{}", fmt::join(topic.aliases, "; "))
                                                         : "`" + topic.key + "`");
    }
  }

  std::string page_;
  std::vector<GrammarExample> examples_;
  std::map<std::string, std::string, std::less<>> by_phrase_;
};

}  // namespace

std::string grammar_page() { return PageWriter().page(); }

std::vector<GrammarExample> grammar_examples() { return PageWriter().examples(); }

}  // namespace nsys_ai
