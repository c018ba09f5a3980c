// What a run can be asked about as a whole: the skills, the causes, the pages of knowledge and the few
// questions that several of them answer together. A topic is found by its title and aliases.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nsys_ai {

enum class TopicKind { answer, skill, cause, page };

struct Topic {
  std::string key;    // `idle`, `top_kernels`, `idle-host-bound`
  std::string title;  // how it is asked: a sentence
  TopicKind kind = TopicKind::answer;
  std::vector<std::string> aliases = {};
};

// By kind and key: the answers of topic_answers.h, built-in skills, causes of the book, knowledge pages.
std::span<const Topic> topics();
// Of a topic or of an event: kernel:1234.
bool is_topic(std::string_view key);
bool is_event(std::string_view reference);
const Topic* topic_of(std::string_view key);  // null for none
// How it is asked; the key where there is no such topic.
std::string sentence_of_topic(std::string_view key);

struct FoundTopic {
  const Topic* topic = nullptr;
  double share = 0;  // of what the question says, by weight, that the topic says too
};

// The best first, at most `most`; none where nothing is said of any. `content` is that of Reading. A question
// that is a title word by word comes alone, with a share of 1.
std::vector<FoundTopic> topics_about(std::string_view question, const std::vector<std::string>& content,
                                     size_t most);

}  // namespace nsys_ai
