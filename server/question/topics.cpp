// Built once from topics.txt, the registry of skills, the book and the knowledge pages.
#include "question/topics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>

#include "base/embedded.h"
#include "base/text_pattern.h"
#include "knowledge/book.h"
#include "knowledge/library.h"
#include "knowledge/questions.h"
#include "question/content.h"
#include "question/lexicon.h"
#include "question/words.h"
#include "skills/list.h"

namespace nsys_ai {

std::span<const EmbeddedFile> embedded_topics();

namespace {

using ContentWords = std::set<std::string>;

constexpr double kMaxSimilarity = 0.99;

// Words of a question beside its subject: how bad it is, and that it asks.
constexpr auto kAside = std::to_array<std::string_view>(
    {"actually",  "bad",  "big",   "compared", "exactly", "good", "here",   "if", "just",
     "kind",      "much", "not",   "one",      "only",    "or",   "really", "so", "some",
     "something", "take", "think", "too",      "very",    "well", "when"});

struct TopicText {
  size_t topic = 0;
  ContentWords content;
};

struct TopicIndex {
  std::vector<Topic> topics;
  std::map<std::string, size_t, std::less<>> by_title;  // by their words, in lower case
  std::vector<TopicText> asked;
  std::map<std::string, double> weights;
  double unknown_weight = 0;
};

std::string plain(std::string_view text) {
  std::string words;
  for (const TypedWord& word : words_of(text)) words += (words.empty() ? "" : " ") + word.text;
  return words;
}

// Reads the lines of topics.txt: additional topics, and aliases of the others.
void read_file(std::string_view text, std::vector<Topic>& own,
               std::multimap<std::string, std::string>& aliases) {
  constexpr std::string_view kOwn = "answer ";
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (line.empty() || line.front() == '#') continue;
    const size_t colon = line.find(": ");
    if (colon == std::string_view::npos)
      throw std::runtime_error("topics.txt: no `: ` in " + std::string(line));
    const bool is_own = line.starts_with(kOwn);
    const std::string key(line.substr(is_own ? kOwn.size() : 0, colon - (is_own ? kOwn.size() : 0)));
    const std::vector<std::string_view> parts = parts_of(line.substr(colon + 2), '|');
    std::vector<std::string> said(parts.begin(), parts.end());
    if (is_own)
      own.push_back({key, said[0], TopicKind::answer, {said.begin() + 1, said.end()}});
    else
      for (std::string& alias : said) aliases.emplace(key, std::move(alias));
  }
}

std::vector<Topic> all_topics() {
  std::vector<Topic> all;
  std::multimap<std::string, std::string> aliases;
  read_file(embedded_topics()[0].content, all, aliases);
  for (const Skill& skill : built_in_skills().skills())
    all.push_back({skill.info.name, skill.info.title, TopicKind::skill});
  for (const Cause& cause : root_cause_book())
    if (!cause.is_users) all.push_back({cause.key, cause.heading, TopicKind::cause});
  for (const Cause& cause : rank_causes()) all.push_back({cause.key, cause.heading, TopicKind::page});
  for (const KnowledgePage& page : knowledge_pages())
    all.push_back({page.key, page.heading, TopicKind::page});
  for (const BookQuestion& question : book_questions())
    aliases.emplace(question.asked.substr(0, question.asked.find(' ')), question.text);
  for (Topic& topic : all)
    for (auto [at, end] = aliases.equal_range(topic.key); at != end; ++at)
      topic.aliases.push_back(at->second);
  return all;
}

ContentWords content_set(const std::vector<std::string>& words) {
  ContentWords content;
  for (const std::string& word : words)
    if (std::ranges::find(kAside, std::string_view(word)) == kAside.end()) content.insert(word);
  return content;
}

TopicIndex build_index() {
  TopicIndex index;
  index.topics = all_topics();
  std::map<std::string, std::set<size_t>> saying;  // topics by their content
  for (size_t i = 0; i < index.topics.size(); ++i) {
    const Topic& topic = index.topics[i];
    const auto add = [&](const std::string& text) {
      index.by_title.emplace(plain(text), i);
      ContentWords content = content_set(content_of(text));
      for (const std::string& word : content) saying[word].insert(i);
      index.asked.push_back({i, std::move(content)});
    };
    add(topic.title);
    index.by_title.emplace(topic.key, i);
    for (const std::string& alias : topic.aliases) add(alias);
  }
  const auto count = static_cast<double>(index.topics.size());
  for (const auto& [word, topics] : saying)
    index.weights[word] = std::log(1 + count / static_cast<double>(topics.size()));
  index.unknown_weight = std::log(1 + count / 8);
  return index;
}

const TopicIndex& index() {
  static const TopicIndex made = build_index();
  return made;
}

double weight_of(const std::string& word) {
  const auto known = index().weights.find(word);
  return known == index().weights.end() ? index().unknown_weight : known->second;
}

double weight_of(const ContentWords& content) {
  double sum = 0;
  for (const std::string& word : content) sum += weight_of(word);
  return sum;
}

// How much of both contents is shared; below 1, because only an equal title gives 1.
double likeness(const ContentWords& question, const ContentWords& text) {
  double common = 0;
  for (const std::string& word : text)
    if (question.contains(word)) common += weight_of(word);
  const double all = weight_of(question) + weight_of(text);
  return all > 0 ? std::min(kMaxSimilarity, 2 * common / all) : 0;
}

}  // namespace

std::span<const Topic> topics() { return index().topics; }

const Topic* topic_of(std::string_view key) {
  const auto found = std::ranges::find(index().topics, key, &Topic::key);
  return found == index().topics.end() ? nullptr : &*found;
}

bool is_topic(std::string_view key) { return is_event(key) || topic_of(key) != nullptr; }

std::string sentence_of_topic(std::string_view key) {
  const Topic* topic = topic_of(key);
  if (topic == nullptr) return "what is " + std::string(key);
  std::string title = topic->title;
  while (!title.empty() && (title.back() == '?' || title.back() == '.')) title.pop_back();
  return title;
}

std::vector<FoundTopic> topics_about(std::string_view question, const std::vector<std::string>& content,
                                     size_t most) {
  const TopicIndex& known = index();
  if (const auto same = known.by_title.find(plain(question)); same != known.by_title.end())
    return {{&known.topics[same->second], 1}};
  const ContentWords asked = content_set(content);
  std::map<size_t, double> best;
  for (const TopicText& each : known.asked) {
    const double like = likeness(asked, each.content);
    if (like > 0) best[each.topic] = std::max(best[each.topic], like);
  }
  std::vector<FoundTopic> found;
  for (const auto& [topic, like] : best) found.push_back({&known.topics[topic], like});
  std::ranges::stable_sort(found, std::greater{}, &FoundTopic::share);
  if (found.size() > most) found.resize(most);
  return found;
}

}  // namespace nsys_ai
