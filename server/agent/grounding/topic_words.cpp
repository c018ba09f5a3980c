// One table; words are searched for in lower case, at the beginning of a word.
#include "agent/grounding/topic_words.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/text_pattern.h"
#include "base/word_character.h"

namespace nsys_ai {
namespace {

enum class TopicSays : uint8_t { thing, state, direction, statistic, whole };
// `begins`: more letters may follow, as in identifiers.
enum class TopicEnds : uint8_t { whole_word, begins };

struct TopicWord {
  std::string_view text;
  TopicSays says;
  uint32_t bit;
  TopicEnds ends = TopicEnds::whole_word;
  bool in_names_alone = false;  // in ordinary sentences it means something else
};

enum TopicThing : uint32_t {
  kCommunication = 1U << 0,
  kAttention = 1U << 1,
  kGemm = 1U << 2,
  kElementwise = 1U << 3,
  kNormalisation = 1U << 4,
  kSoftmax = 1U << 5,
  kConvolution = 1U << 6,
  kEmbedding = 1U << 7,
  kSolver = 1U << 8,
  kCopy = 1U << 9,
  kMemset = 1U << 10,
};
enum TopicState : uint32_t { kIdle = 1, kBusy = 2, kCompute = 4, kWait = 8, kOverlap = 16 };
enum TopicDirection : uint32_t { kToDevice = 1, kToHost = 2, kOnDevice = 4, kPeer = 8 };
enum TopicStatistic : uint32_t {
  kMean = 1,
  kMedian = 2,
  kMost = 4,
  kLeast = 8,
  kTotal = 16,
  kNinetieth = 32
};
enum TopicWhole : uint32_t { kCapture = 1, kKernelTime = 2, kSpan = 4 };

constexpr std::array kTopicWords = {
    TopicWord{"communication", TopicSays::thing, kCommunication, TopicEnds::begins},
    TopicWord{"collective", TopicSays::thing, kCommunication, TopicEnds::begins},
    TopicWord{"nccl", TopicSays::thing, kCommunication, TopicEnds::begins},
    TopicWord{"all-reduce", TopicSays::thing, kCommunication},
    TopicWord{"allreduce", TopicSays::thing, kCommunication, TopicEnds::begins},
    TopicWord{"all-gather", TopicSays::thing, kCommunication},
    TopicWord{"allgather", TopicSays::thing, kCommunication, TopicEnds::begins},
    TopicWord{"all-to-all", TopicSays::thing, kCommunication},
    TopicWord{"alltoall", TopicSays::thing, kCommunication, TopicEnds::begins},
    TopicWord{"sendrecv", TopicSays::thing, kCommunication},
    TopicWord{"record_param_comms", TopicSays::thing, kCommunication},
    TopicWord{"attention", TopicSays::thing, kAttention},
    TopicWord{"flash", TopicSays::thing, kAttention, TopicEnds::begins},
    TopicWord{"gemm", TopicSays::thing, kGemm, TopicEnds::begins},
    TopicWord{"matmul", TopicSays::thing, kGemm, TopicEnds::begins},
    TopicWord{"matrix", TopicSays::thing, kGemm},
    TopicWord{"nvjet", TopicSays::thing, kGemm, TopicEnds::begins},
    TopicWord{"addmm", TopicSays::thing, kGemm, TopicEnds::begins, true},
    TopicWord{"linear", TopicSays::thing, kGemm, TopicEnds::whole_word, true},
    TopicWord{"mm", TopicSays::thing, kGemm, TopicEnds::whole_word, true},
    TopicWord{"bmm", TopicSays::thing, kGemm, TopicEnds::whole_word, true},
    TopicWord{"elementwise", TopicSays::thing, kElementwise, TopicEnds::begins},
    TopicWord{"element-wise", TopicSays::thing, kElementwise},
    TopicWord{"normalisation", TopicSays::thing, kNormalisation},
    TopicWord{"normalization", TopicSays::thing, kNormalisation},
    TopicWord{"layernorm", TopicSays::thing, kNormalisation, TopicEnds::begins},
    TopicWord{"layer_norm", TopicSays::thing, kNormalisation, TopicEnds::begins},
    TopicWord{"layer norm", TopicSays::thing, kNormalisation, TopicEnds::begins},
    TopicWord{"softmax", TopicSays::thing, kSoftmax, TopicEnds::begins},
    TopicWord{"convolution", TopicSays::thing, kConvolution, TopicEnds::begins},
    TopicWord{"embedding", TopicSays::thing, kEmbedding, TopicEnds::begins},
    TopicWord{"solver", TopicSays::thing, kSolver, TopicEnds::begins},
    TopicWord{"trsm", TopicSays::thing, kSolver, TopicEnds::begins},
    TopicWord{"copy", TopicSays::thing, kCopy, TopicEnds::begins},
    TopicWord{"copies", TopicSays::thing, kCopy},
    TopicWord{"copied", TopicSays::thing, kCopy},
    TopicWord{"memcpy", TopicSays::thing, kCopy, TopicEnds::begins},
    TopicWord{"transfer", TopicSays::thing, kCopy, TopicEnds::begins},
    TopicWord{"host-to-device", TopicSays::thing, kCopy},
    TopicWord{"device-to-host", TopicSays::thing, kCopy},
    TopicWord{"device-to-device", TopicSays::thing, kCopy},
    TopicWord{"peer-to-peer", TopicSays::thing, kCopy},
    TopicWord{"memset", TopicSays::thing, kMemset, TopicEnds::begins},
    TopicWord{"idle", TopicSays::state, kIdle, TopicEnds::begins},
    TopicWord{"idling", TopicSays::state, kIdle},
    TopicWord{"gap", TopicSays::state, kIdle, TopicEnds::begins},
    TopicWord{"busy", TopicSays::state, kBusy},
    TopicWord{"compute", TopicSays::state, kCompute, TopicEnds::begins},
    TopicWord{"computing", TopicSays::state, kCompute},
    TopicWord{"wait", TopicSays::state, kWait, TopicEnds::begins},
    TopicWord{"overlap", TopicSays::state, kOverlap, TopicEnds::begins},
    TopicWord{"host-to-device", TopicSays::direction, kToDevice},
    TopicWord{"h2d", TopicSays::direction, kToDevice},
    TopicWord{"htod", TopicSays::direction, kToDevice},
    TopicWord{"device-to-host", TopicSays::direction, kToHost},
    TopicWord{"d2h", TopicSays::direction, kToHost},
    TopicWord{"dtoh", TopicSays::direction, kToHost},
    TopicWord{"device-to-device", TopicSays::direction, kOnDevice},
    TopicWord{"d2d", TopicSays::direction, kOnDevice},
    TopicWord{"dtod", TopicSays::direction, kOnDevice},
    TopicWord{"peer-to-peer", TopicSays::direction, kPeer},
    TopicWord{"p2p", TopicSays::direction, kPeer},
    TopicWord{"average", TopicSays::statistic, kMean},
    TopicWord{"avg", TopicSays::statistic, kMean, TopicEnds::begins},
    TopicWord{"mean", TopicSays::statistic, kMean},
    TopicWord{"median", TopicSays::statistic, kMedian},
    TopicWord{"p50", TopicSays::statistic, kMedian, TopicEnds::begins},
    TopicWord{"max", TopicSays::statistic, kMost, TopicEnds::begins},
    TopicWord{"longest run", TopicSays::statistic, kMost},
    TopicWord{"longest instance", TopicSays::statistic, kMost},
    TopicWord{"slowest run", TopicSays::statistic, kMost},
    TopicWord{"min_ns", TopicSays::statistic, kLeast},
    TopicWord{"minimum", TopicSays::statistic, kLeast},
    TopicWord{"shortest run", TopicSays::statistic, kLeast},
    TopicWord{"total", TopicSays::statistic, kTotal, TopicEnds::begins},
    TopicWord{"in all", TopicSays::statistic, kTotal},
    TopicWord{"altogether", TopicSays::statistic, kTotal},
    TopicWord{"p90", TopicSays::statistic, kNinetieth, TopicEnds::begins},
    TopicWord{"capture", TopicSays::whole, kCapture},
    TopicWord{"kernel time", TopicSays::whole, kKernelTime},
    TopicWord{"span", TopicSays::whole, kSpan},
};

// After these words `attention` does not mean attention kernels.
constexpr std::array<std::string_view, 8> kBeforeAttention = {"pay ",   "pays ",    "needs ",    "need ",
                                                              "worth ", "deserve ", "deserves ", "draw "};

void add(TopicBits& said, const TopicWord& word) {
  switch (word.says) {
    case TopicSays::thing:
      said.things |= word.bit;
      break;
    case TopicSays::state:
      said.states |= word.bit;
      break;
    case TopicSays::direction:
      said.directions |= word.bit;
      break;
    case TopicSays::statistic:
      said.statistics |= word.bit;
      break;
    case TopicSays::whole:
      said.wholes |= word.bit;
      break;
  }
}

bool is_name_letter(char c) { return is_word(c) && !is_digit(c) && c != '_'; }

enum class TopicFrom : uint8_t { names_too, claims };

bool stands_in(std::string_view lower, const TopicWord& word, TopicFrom from) {
  for (size_t at = lower.find(word.text); at != lower.npos; at = lower.find(word.text, at + 1)) {
    const size_t end = at + word.text.size();
    // In identifiers, `_`, `::` and digits separate words.
    if (at > 0 && is_name_letter(lower[at - 1])) continue;
    if (word.ends == TopicEnds::whole_word && end < lower.size() && is_name_letter(lower[end])) continue;
    const bool other_meaning = from == TopicFrom::claims && word.text == "attention" &&
                               std::ranges::any_of(kBeforeAttention, [&](std::string_view before) {
                                 return lower.substr(0, at).ends_with(before);
                               });
    if (!other_meaning) return true;
  }
  return false;
}

TopicBits said(std::string_view text, TopicFrom from) {
  const std::string lower = ascii_lower(text);
  TopicBits said;
  for (const TopicWord& word : kTopicWords)
    if ((from == TopicFrom::names_too || !word.in_names_alone) && stands_in(lower, word, from))
      add(said, word);
  return said;
}

}  // namespace

TopicBits& TopicBits::operator|=(const TopicBits& more) {
  things |= more.things;
  states |= more.states;
  directions |= more.directions;
  statistics |= more.statistics;
  wholes |= more.wholes;
  return *this;
}

TopicBits said_in(std::string_view text) { return said(text, TopicFrom::names_too); }
TopicBits claimed_in(std::string_view text) { return said(text, TopicFrom::claims); }

bool can_be_of(uint32_t states, uint32_t things) {
  if ((states & (kBusy | kOverlap)) != 0) return true;
  if ((states & kCompute) != 0) return (things & ~uint32_t{kCommunication | kCopy | kMemset}) != 0;
  return false;
}

uint32_t whole_behind(std::string_view text) {
  std::string lower = ascii_lower(text.substr(0, 40));
  lower.erase(std::remove(lower.begin(), lower.end(), '*'), lower.end());
  std::string_view rest = lower;
  if (!rest.starts_with(" of ")) return 0;
  rest.remove_prefix(4);
  for (const std::string_view article : {"the ", "all ", "its ", "whole ", "total "})
    if (rest.starts_with(article)) rest.remove_prefix(article.size());
  for (const std::string_view word : {"capture", "run", "recording"})
    if (rest.starts_with(word) && (rest.size() == word.size() || !is_name_letter(rest[word.size()])))
      return kCapture;
  if (rest.starts_with("kernel time")) return kKernelTime;
  return rest.starts_with("span") ? uint32_t{kSpan} : 0;
}

}  // namespace nsys_ai
