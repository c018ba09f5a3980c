// One table; words are looked for in lower case, where a word begins.
#include "agent/grounding/topic_words.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/text_pattern.h"
#include "base/word_character.h"

namespace nsys_ai::inline agent {
namespace {

enum class TopicSays : uint8_t { thing, state, direction, statistic, whole };
// `begins`: more letters may follow, as in names.
enum class TopicEnds : uint8_t { whole_word, begins };

struct TopicWord {
  std::string_view text;
  TopicSays says;
  uint32_t bit;
  TopicEnds ends = TopicEnds::whole_word;
  bool in_names_alone = false;  // what people say with it is not this
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
enum TopicStatistic : uint32_t { kMean = 1, kMedian = 2, kMost = 4, kLeast = 8, kTotal = 16, kNinetieth = 32 };
enum TopicWhole : uint32_t { kCapture = 1, kKernelTime = 2, kSpan = 4 };

constexpr auto kTopicWords = std::to_array<TopicWord>({
    {"communication", TopicSays::thing, kCommunication, TopicEnds::begins},
    {"collective", TopicSays::thing, kCommunication, TopicEnds::begins},
    {"nccl", TopicSays::thing, kCommunication, TopicEnds::begins},
    {"all-reduce", TopicSays::thing, kCommunication},
    {"allreduce", TopicSays::thing, kCommunication, TopicEnds::begins},
    {"all-gather", TopicSays::thing, kCommunication},
    {"allgather", TopicSays::thing, kCommunication, TopicEnds::begins},
    {"all-to-all", TopicSays::thing, kCommunication},
    {"alltoall", TopicSays::thing, kCommunication, TopicEnds::begins},
    {"sendrecv", TopicSays::thing, kCommunication},
    {"record_param_comms", TopicSays::thing, kCommunication},
    {"attention", TopicSays::thing, kAttention},
    {"flash", TopicSays::thing, kAttention, TopicEnds::begins},
    {"gemm", TopicSays::thing, kGemm, TopicEnds::begins},
    {"matmul", TopicSays::thing, kGemm, TopicEnds::begins},
    {"matrix", TopicSays::thing, kGemm},
    {"nvjet", TopicSays::thing, kGemm, TopicEnds::begins},
    {"addmm", TopicSays::thing, kGemm, TopicEnds::begins, true},
    {"linear", TopicSays::thing, kGemm, TopicEnds::whole_word, true},
    {"mm", TopicSays::thing, kGemm, TopicEnds::whole_word, true},
    {"bmm", TopicSays::thing, kGemm, TopicEnds::whole_word, true},
    {"elementwise", TopicSays::thing, kElementwise, TopicEnds::begins},
    {"element-wise", TopicSays::thing, kElementwise},
    {"normalisation", TopicSays::thing, kNormalisation},
    {"normalization", TopicSays::thing, kNormalisation},
    {"layernorm", TopicSays::thing, kNormalisation, TopicEnds::begins},
    {"layer_norm", TopicSays::thing, kNormalisation, TopicEnds::begins},
    {"layer norm", TopicSays::thing, kNormalisation, TopicEnds::begins},
    {"softmax", TopicSays::thing, kSoftmax, TopicEnds::begins},
    {"convolution", TopicSays::thing, kConvolution, TopicEnds::begins},
    {"embedding", TopicSays::thing, kEmbedding, TopicEnds::begins},
    {"solver", TopicSays::thing, kSolver, TopicEnds::begins},
    {"trsm", TopicSays::thing, kSolver, TopicEnds::begins},
    {"copy", TopicSays::thing, kCopy, TopicEnds::begins},
    {"copies", TopicSays::thing, kCopy},
    {"copied", TopicSays::thing, kCopy},
    {"memcpy", TopicSays::thing, kCopy, TopicEnds::begins},
    {"transfer", TopicSays::thing, kCopy, TopicEnds::begins},
    {"host-to-device", TopicSays::thing, kCopy},
    {"device-to-host", TopicSays::thing, kCopy},
    {"device-to-device", TopicSays::thing, kCopy},
    {"peer-to-peer", TopicSays::thing, kCopy},
    {"memset", TopicSays::thing, kMemset, TopicEnds::begins},
    {"idle", TopicSays::state, kIdle, TopicEnds::begins},
    {"idling", TopicSays::state, kIdle},
    {"gap", TopicSays::state, kIdle, TopicEnds::begins},
    {"busy", TopicSays::state, kBusy},
    {"compute", TopicSays::state, kCompute, TopicEnds::begins},
    {"computing", TopicSays::state, kCompute},
    {"wait", TopicSays::state, kWait, TopicEnds::begins},
    {"overlap", TopicSays::state, kOverlap, TopicEnds::begins},
    {"host-to-device", TopicSays::direction, kToDevice},
    {"h2d", TopicSays::direction, kToDevice},
    {"htod", TopicSays::direction, kToDevice},
    {"device-to-host", TopicSays::direction, kToHost},
    {"d2h", TopicSays::direction, kToHost},
    {"dtoh", TopicSays::direction, kToHost},
    {"device-to-device", TopicSays::direction, kOnDevice},
    {"d2d", TopicSays::direction, kOnDevice},
    {"dtod", TopicSays::direction, kOnDevice},
    {"peer-to-peer", TopicSays::direction, kPeer},
    {"p2p", TopicSays::direction, kPeer},
    {"average", TopicSays::statistic, kMean},
    {"avg", TopicSays::statistic, kMean, TopicEnds::begins},
    {"mean", TopicSays::statistic, kMean},
    {"median", TopicSays::statistic, kMedian},
    {"p50", TopicSays::statistic, kMedian, TopicEnds::begins},
    {"max", TopicSays::statistic, kMost, TopicEnds::begins},
    {"longest run", TopicSays::statistic, kMost},
    {"longest instance", TopicSays::statistic, kMost},
    {"slowest run", TopicSays::statistic, kMost},
    {"min_ns", TopicSays::statistic, kLeast},
    {"minimum", TopicSays::statistic, kLeast},
    {"shortest run", TopicSays::statistic, kLeast},
    {"total", TopicSays::statistic, kTotal, TopicEnds::begins},
    {"in all", TopicSays::statistic, kTotal},
    {"altogether", TopicSays::statistic, kTotal},
    {"p90", TopicSays::statistic, kNinetieth, TopicEnds::begins},
    {"capture", TopicSays::whole, kCapture},
    {"kernel time", TopicSays::whole, kKernelTime},
    {"span", TopicSays::whole, kSpan},
});

// Who pays attention to something says nothing of attention kernels.
constexpr std::array<std::string_view, 8> kBeforeAttention = {"pay ",   "pays ",    "needs ",   "need ",
                                                              "worth ", "deserve ", "deserves ", "draw "};

void add(SaidOf& said, const TopicWord& word) {
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

bool is_letter(char c) { return is_word(c) && !is_digit(c) && c != '_'; }

enum class TopicFrom : uint8_t { names_too, claims };

bool stands_in(std::string_view lower, const TopicWord& word, TopicFrom from) {
  for (size_t at = lower.find(word.text); at != lower.npos; at = lower.find(word.text, at + 1)) {
    const size_t end = at + word.text.size();
    // In names words are parted by `_`, `::` and numbers.
    if (at > 0 && is_letter(lower[at - 1])) continue;
    if (word.ends == TopicEnds::whole_word && end < lower.size() && is_letter(lower[end])) continue;
    const bool other_meaning =
        from == TopicFrom::claims && word.text == "attention" &&
        std::ranges::any_of(kBeforeAttention,
                            [&](std::string_view before) { return lower.substr(0, at).ends_with(before); });
    if (!other_meaning) return true;
  }
  return false;
}

SaidOf said(std::string_view text, TopicFrom from) {
  const std::string lower = ascii_lower(text);
  SaidOf said;
  for (const TopicWord& word : kTopicWords)
    if ((from == TopicFrom::names_too || !word.in_names_alone) && stands_in(lower, word, from)) add(said, word);
  return said;
}

}  // namespace

SaidOf& SaidOf::operator|=(const SaidOf& more) {
  things |= more.things;
  states |= more.states;
  directions |= more.directions;
  statistics |= more.statistics;
  wholes |= more.wholes;
  return *this;
}

SaidOf said_in(std::string_view text) { return said(text, TopicFrom::names_too); }
SaidOf claimed_in(std::string_view text) { return said(text, TopicFrom::claims); }

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
    if (rest.starts_with(word) && (rest.size() == word.size() || !is_letter(rest[word.size()]))) return kCapture;
  if (rest.starts_with("kernel time")) return kKernelTime;
  return rest.starts_with("span") ? uint32_t{kSpan} : 0;
}

}  // namespace nsys_ai::inline agent
