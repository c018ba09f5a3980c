// Topics about the run: the skills, the causes, the knowledge pages, and a few questions that several of them
// answer together. Topics are found by their title and aliases.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nsys_ai {

enum class TopicKind { answer, skill, cause, page };

struct Topic {
  std::string key;    // `idle`, `top_kernels`, `idle-host-bound`
  std::string title;  // the question, as a sentence
  TopicKind kind = TopicKind::answer;
  std::vector<std::string> aliases = {};
};

// By kind and key: the answers of topic_answers.h, built-in skills, causes of the book, knowledge pages.
std::span<const Topic> topics();
// Whether the key is that of a topic or of an event: kernel:1234.
bool is_topic(std::string_view key);
bool is_event(std::string_view reference);
const Topic* topic_of(std::string_view key);  // null for none
// The question as a sentence; the key if there is no such topic.
std::string sentence_of_topic(std::string_view key);

struct FoundTopic {
  const Topic* topic = nullptr;
  double share = 0;  // the fraction of the question's content, by weight, that the topic shares
};

// The best first, at most `most`; empty if no topic shares any content. `content` comes from Reading. If the
// question equals a title word for word, that topic is the only result, with a share of 1.
std::vector<FoundTopic> topics_about(std::string_view question, const std::vector<std::string>& content,
                                     size_t most);

}  // namespace nsys_ai
