// Conjunctions part a reason from a question; what it may say without changing the question is a matter of
// words.
#include "agent/ask/reasons.h"

#include <algorithm>
#include <array>
#include <optional>
#include <regex>
#include <set>
#include <vector>

#include "agent/ask/stand_ins.h"

namespace nsys_ai::inline agent {
namespace {

// Nobody writes longer ones by hand, and the patterns look back.
constexpr size_t kLongestReasoned = 400, kMostPieces = 6;

struct Parts {
  std::string reason, asked;
  bool behind;  // the reason follows a question that is whole
};

struct Conjunction {
  std::regex said;
  size_t reason, asked;  // groups
};

std::optional<Parts> parts_of(const std::string& text) {
  static const std::string task =
      R"((?:(?:and |please |now |then |on |in |for |at |to |of |from |during |under |by |over |across |out )*)"
      R"((?:what|which|how|who|whose|where|when|is|are|was|were|did|does|do|has|have|can|could|would|will|give|tell|show|)"
      R"(count|name|state|report|find|list|compute|please|I (?:want|need|would|wonder|am)|I'd|I'm|we (?:want|need|would)|the|its|total|number)\b))";
  static const auto icase = std::regex::icase;
  static const std::array<Conjunction, 7> all = {{
      {std::regex(R"(^(.+?)(?:,|;| -| –)? (?:so|hence|therefore|thus)(?:,)? ()" + task + ".*)$", icase), 1,
       2},
      {std::regex(
           R"(^((?:because|since|given that|seeing that|now that|although|though|even though|as (?:I|we|you|it|this|that|there|my|our|the \w+ (?:\w+ )?(?:may|might|can|could|seems?|looks?|is|are|was|has|have|runs?|shares?|share)|[a-z]+ (?:may|might|can|could|seems?|looks?|is|are|was|has|have))\b) .+?), ()" +
               task + ".*)$",
           icase),
       1, 2},
      {std::regex(
           R"(^((?:in order )?to (?:check|see|find out|know|understand|judge|verify|decide|compare|estimate|learn|tell|confirm|size|budget|explain|spot|rule out|work out|get an idea|get a feeling|make sure|be sure)\b .+?), ()" +
               task + ".*)$",
           icase),
       1, 2},
      {std::regex(
           R"(^(.+?),? (?:because|so that|given that|seeing that|as I|as we|as my|as the reason) (.+)$)",
           icase),
       2, 1},
      {std::regex(
           R"(^(.+?), (?:since|as|for|although|though) ((?:I|we|you|it|this|that|there|they|my|our|the|some|somebody|people)\b.+)$)",
           icase),
       2, 1},
      {std::regex(
           R"(^((?:is|are|was|does|do|can|should) [^?]+?),? (?:that is|in other words|i\.e\.|meaning),? ()" +
               task + ".*)$",
           icase),
       1, 2},
      {std::regex(
           R"(^((?:I (?:suspect|think|believe|fear|hoped|hope|expect|expected|guess|assume|wonder|have a feeling)|it (?:seems|looks)|(?:the|my|our) \w+ (?:seems?|looks?|feels?|felt))\b.+?)(?: -|;|:| –) ()" +
               task + ".*)$",
           icase),
       1, 2},
  }};
  std::smatch found;
  for (const Conjunction& each : all)
    if (std::regex_match(text, found, each.said))
      return Parts{found[each.reason], found[each.asked], each.reason > each.asked};
  return std::nullopt;
}

// What is asked, whole without the reason; nothing where the reason may change it.
std::optional<std::string> asked_alone(const Parts& parts) {
  static const auto icase = std::regex::icase;
  static const std::regex conditions(
      R"(\b(?:no|only|except|excluding|exclude|ignor\w+|without|not counting|unless|if|suppose|disregard\w*|leav(?:e|es|ing)|omit\w*|skip\w*|drop\w*|apart|aside|besides|other than|longer than|shorter than|more than|less than|at least|at most|between|until|within)\b)",
      icase);
  static const std::regex picks(
      R"(\b(?:first|second|third|fourth|fifth|last|longest|shortest|slowest|fastest|before|after|iterations?|steps?|half)\b)",
      icase);
  static const std::regex own_picks(
      R"(\b(?:first|second|third|fourth|fifth|last|(?:long|short|slow|fast|larg|small|bigg|great|high|low)est|most|least|before|after|iterations?|steps?)\b)",
      icase);
  static const std::regex kinds(
      R"(\b(?:nccl|gemms?|attention|forward|backward|fwd|bwd|decode|prefill|optimi[sz]er|dataloader|encoder|decoder|embeddings?|softmax|elementwise|convolutions?|reductions?|norms?|matmuls?|allreduce|collectives?|memcpys?|memsets?|copy|copies|uploads?|downloads?|transfers?|ranges?|synchroni[sz]\w+|h2d|d2h|htod|dtoh)\b)",
      icase);
  const std::string& asked = parts.asked;
  const std::set<std::string> names = identifiers_in(parts.reason), places = places_in(parts.reason);
  const std::set<std::string> own_names = identifiers_in(asked), own_places = places_in(asked);
  static const std::regex whether(
      R"(\b(?:see|know|check|find out|sure|tell|learn|wonder|wondering|decide|curious|ask|verify|judge|understand) (?:if|whether)\b)",
      icase);
  const std::string reason = std::regex_replace(without_names_and_places(parts.reason), whether, "");
  if (reason.find_first_of("0123456789") != std::string::npos || std::regex_search(reason, conditions))
    return std::nullopt;
  std::string alone = asked;
  if (names.size() == 1 && own_names.empty()) {
    auto named = with_name(asked, *names.begin());
    if (!named) return std::nullopt;
    alone = std::move(*named);
  } else if (!has_all_of(own_names, names)) {
    return std::nullopt;
  }
  const bool says_what = alone != asked || !own_names.empty() || std::regex_search(asked, kinds);
  if (std::regex_search(reason, kinds) && !says_what) return std::nullopt;
  if (!parts.behind && std::regex_search(reason, picks) && !std::regex_search(asked, own_picks) &&
      own_names.empty())
    return std::nullopt;
  // `its` is of what stands before it in the question.
  static const std::regex own_thing(
      R"(\b(?:kernels?|calls?|gpu|device|process|thread|stream|driver|program)\b.*\b(?:its|their)\b)", icase);
  static const std::regex possessive(R"(\b(?:its|their)\b)", icase);
  const bool refers =
      has_pronoun(std::regex_search(asked, own_thing) ? std::regex_replace(asked, possessive, "") : asked);
  if (refers && !says_what && places.empty()) return std::nullopt;
  if (has_all_of(own_places, places)) return alone;
  if (places.size() > 1 || !own_places.empty() || !refers) return std::nullopt;
  return alone + " on " + *places.begin();
}

// A piece of a text, with the marks behind it.
struct Piece {
  std::string text, marks;
};

std::vector<Piece> pieces_of(const std::string& text) {
  static const std::regex marks(R"((?:[.?!;:]+|,|\.\.+| -| –| so)(?: |$))");
  std::vector<Piece> all;
  std::sregex_iterator at(text.begin(), text.end(), marks);
  size_t from = 0;
  for (; at != std::sregex_iterator(); ++at) {
    const auto begin = static_cast<size_t>(at->position());
    all.push_back({text.substr(from, begin - from), at->str()});
    from = begin + static_cast<size_t>(at->length());
  }
  if (from < text.size()) all.push_back({text.substr(from), ""});
  return all;
}

// Whether it says what somebody thinks, wants or wonders, or what a question is for.
bool is_comment(const Piece& piece, bool before) {
  static const auto icase = std::regex::icase;
  static const std::regex thinks(
      R"(\b(?:I|we|our|my|us|me|someone|somebody|anyone|anybody|people|lead|boss|colleague|customer|team|seems?|looks?|feels?|sounds?|might|maybe|probably|perhaps|should|suspect|guess|think|believe|hope|hoped|wonder|wondering|curious|worried|trying|expect|said|says|slow|slower|weird|odd|strange|insane|noisy|lopsided|unbalanced|expensive|cheap|heavy|stalling|startup|warm-?up|sanity|wants?|feel|thing)\b|\b(?:has|have|there (?:is|are)|contains?|runs?) (?:some|a few|many|a lot of|hundreds of|several|one|only)\b)",
      icase);
  // `is it parallel? number of threads ...`
  static const std::regex wonders(R"(^(?:is|are|was|were|does|do|did|has|can|should|after the|in the) )",
                                  icase);
  static const std::regex label(R"(^(?:for |on )?(?:an? |the |my |our )?(?:[\w-]+ ){0,4}[\w-]+$)", icase);
  static const std::regex asks(
      R"(^(?:how|what|which|who|whose|where|when|count|give|list|report|number|total|median|average|longest|shortest|first|last|p\d\d|max|min)\b)",
      icase);
  if (std::regex_search(piece.text, asks)) return false;
  return std::regex_search(piece.text, thinks) || (before && std::regex_search(piece.text, wonders)) ||
         (piece.marks.starts_with(':') && std::regex_match(piece.text, label));
}

std::string joined(const std::vector<Piece>& pieces, size_t from, size_t to) {
  std::string all;
  for (size_t i = from; i < to; ++i) all += pieces[i].text + (i + 1 < to ? pieces[i].marks : "");
  return all;
}

}  // namespace

std::vector<std::string> without_comments(std::string_view question) {
  const std::string text(question);
  if (text.size() > kLongestReasoned) return {};
  const std::vector<Piece> pieces = pieces_of(text);
  const size_t count = pieces.size();
  if (count < 2 || count > kMostPieces) return {};
  std::vector<std::string> all;
  size_t front = 0, back = 0;
  while (front + 1 < count && is_comment(pieces[front], true)) ++front;
  while (front + back + 1 < count && is_comment(pieces[count - 1 - back], false)) ++back;
  // What loses least comes first.
  for (size_t lost = 1; lost <= front + back; ++lost)
    for (size_t first = std::min(lost, front); first + back >= lost; --first) {
      const size_t last = lost - first;
      const std::string said = joined(pieces, 0, first) + ", " + joined(pieces, count - last, count);
      if (auto alone = asked_alone({said, joined(pieces, first, count - last), first == 0}))
        all.push_back(std::move(*alone));
      if (first == 0) break;
    }
  return all;
}

std::string without_reason(std::string_view question) {
  std::string text(question);
  if (text.size() > kLongestReasoned) return "";
  while (!text.empty() && (text.back() == ' ' || text.back() == '.' || text.back() == '?')) text.pop_back();
  std::string asked;
  for (int i = 0; i < 2; ++i) {
    const auto parts = parts_of(text);
    auto alone = parts ? asked_alone(*parts) : std::nullopt;
    if (!alone) break;
    asked = text = std::move(*alone);
  }
  return asked;
}

}  // namespace nsys_ai::inline agent
