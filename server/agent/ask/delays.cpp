// Points in time are named first, then what lies between two of them.
#include "agent/ask/delays.h"

#include <regex>
#include <span>
#include <string>
#include <vector>

#include "agent/ask/paraphrase_table.h"

namespace nsys_ai::inline agent {
namespace {

// Nobody writes longer ones by hand, and the patterns look back.
constexpr size_t kLongestDelay = 250;

struct Naming {
  std::regex said;
  const char* named;
};

// Stand-ins of the fragments in a pattern: CALL is a launch call; WHO what was launched, and WHERE a part of
// the capture, a group each; STAT a statistic, a group too.
constexpr Fragment kDelayFragments[] = {
    {"CALL",
     R"((?:(?:the |its |their |a |that |each )?(?:kernel )?launch(?:ing)?(?: api)?(?: call)?|)"
     R"((?:the |its )?(?:api |cuda )?call that launche[sd] (?:it|them|the kernels?)|(?:the |its |a )?cu(?:da)?Launch\w+(?: call)?))"},
    {"WHO",
     R"((?:a |the |any |that |each )?(?:kernel (?=[\w:]*_))?(kernels?|[\w:]+)(?: kernel)?(?: itself)?)"},
    {"WHERE", R"(((?: (?:on|of|in) (?:gpu|device|process|pid|stream) \d+)?))"},
    {"STAT", R"((longest|largest|maximum|max|shortest|minimum|average|mean|median|typical|total|p\d+))"},
    {"BEGAN", R"((?:started|starting|starts?|beginning|begins?|began)\b)"},
    {"RUNS", R"((?: (?:to )?(?:run|execute|running|executing))?(?: on the (?:gpu|device))?)"},
};

std::vector<Naming> namings(std::span<const Fragment> all) {
  std::vector<Naming> made;
  for (const auto& [said, named] : all)
    made.push_back({std::regex(with_fragments(said, kDelayFragments), std::regex::icase), named});
  return made;
}

// The longer phrases first, of which the shorter ones are parts.
// clang-format off
constexpr Fragment kLaunchPoints[] = {
      {R"(\b(?:the )?(?:start|beginning|begin) of (?:the )?(?:api |cuda )?call that launche[sd] (?:the )?([\w:]+)(?: kernel)?\b)", "<call> of $1"},
      {R"(\b(?:the )?(?:end|return) of (?:the )?(?:api |cuda )?call that launche[sd] (?:the )?([\w:]+)(?: kernel)?\b)", "<back> of $1"},
      {R"(\b(?:a |the |its )?launch call being (?:entered|made|called)\b)", "<call>"},
      {R"(\bentering the call that launches (?:a |the )?(?:kernel|([\w:]+))\b)", "<call> of $1"},
      {R"(\bthe moment the (?:cpu|host) enters the launch call\b)", "<call>"},
      {R"(\b(?:the |its |a )?kernel (?:starting|beginning)(?: to run| to execute| on the gpu)?\b)", "<kernel>"},
      {R"(\b(?:the )?(?:start|beginning|begin) of CALL of (?:the )?([\w:]+)(?: kernel)?\b)", "<call> of $1"},
      {R"(\b(?:the )?(?:end|return) of CALL of (?:the )?([\w:]+)(?: kernel)?\b)", "<back> of $1"},
      {R"(\bCALL of (?:the )?([\w:]+)(?: kernel)? (?:BEGAN|was made|is made)(?: on the (?:host|cpu))?\b)", "<call> of $1"},
      {R"(\bCALL had (?:begun|started)\b)", "<call>"},
      {R"(\b(?:the )?(?:start|beginning|begin) of CALL(?= |,|$))", "<call>"},
      {R"(\b(?:entering|calling|issuing|the entry (?:of|into)) (?:the )?cu(?:da)?LaunchKernel\w*(?: call)?)", "<call>"},
      {R"(\b(?:from )?when (?:the )?(cu(?:da)?LaunchKernel\w*) (?:was|is) (?:entered|called|issued)\b)", "from <call>"},
      {R"(\bcu(?:da)?LaunchKernel\w*(?: call)? start\b)", "<call>"},
      {R"(\bkernel start\b(?= ?-| ?\)|$))", "<kernel>"},
      {R"(\b(?:the )?(?:end|return) of CALL(?= |,|$))", "<back>"},
      {R"(\bCALL (?:BEGAN|is made|was made|is entered|was entered|is called|was called|is issued|was issued)(?: on the (?:host|cpu))?\b)", "<call>"},
      {R"(\bCALL (?:has |had |is |was )?(?:returned|returns|returning|ended|ends|back|finished|finishes|done|over)(?: on the (?:host|cpu))?\b)", "<back>"},
      {R"(\b(?:the )?(?:start|beginning|begin|execution) of (?:the |its |that |their )?(?:own )?(?:kernels?|execution)(?: on the (?:gpu|device))?)", "<kernel>"},
      {R"(\b(?:the |its |their |that )(?:own )?(?:kernel's |kernel )?(?:start|beginning|begin|execution)\b(?: on the (?:gpu|device))?(?! of))", "<kernel>"},
      {R"(\b(?:the |that |a |its )?(?:kernel|it)(?: itself)? (?:BEGAN|runs|is started|executes)RUNS)", "<kernel>"},
};
// clang-format on

const std::vector<Naming>& points() {
  static const std::vector<Naming> all = namings(kLaunchPoints);
  return all;
}

// clang-format off
constexpr Fragment kLaunchDelays[] = {
      {R"(\bfor how many kernelsWHERE did (more than \S+ \w+) (?:go by|pass) (?:between|from) <back> (?:and|to) <kernel>)", "how many kernels$1 with $2 queue time"},
      {R"(\bkernelsWHERE (?:waited|that waited|wait) (more than \S+ \w+) (?:between|from|after) <back>(?: (?:and|to) <kernel>)?)", "kernels$1 with $2 queue time"},
      {R"(\bSTAT (?:that )?any kernel waited (?:between|from) <back> (?:and|to) <kernel>)", "$1 queue time of kernels"},
      {R"(\btime (?:between|from) <call> of ([\w:]+) (?:and|to|until|till) (?:the moment (?:when )?)?\1 BEGANRUNS)", "launch latency of $1"},
      {R"(\btime (?:between|from) <back> of ([\w:]+) (?:and|to|until|till) (?:the moment (?:when )?)?\1 BEGANRUNS)", "queue time of $1"},
      {R"(\bkernelsWHERE (?:had )?(?:started|began|start|begin) (more than \S+ \w+) after <back>)", "kernels$1 with $2 queue time"},
      {R"(\bkernelsWHERE (?:had )?(?:started|began|start|begin) (more than \S+ \w+) after <call>)", "kernels$1 with $2 launch latency"},
      {R"(\bkernelsWHERE for which (more than \S+ \w+) (?:passed|passes|lies|lie) between <back> and <kernel>)", "kernels$1 with $2 queue time"},
      {R"(\bkernelsWHERE for which (more than \S+ \w+) (?:passed|passes|lies|lie) between <call> and <kernel>)", "kernels$1 with $2 launch latency"},
      {R"(\bwhose queue time, from <back> to <kernel>, (?:exceeds|is above|is over) (\S+ \w+))", "with more than $1 queue time"},
      {R"(\bwhich is the STAT (?:wait|delay|time)(?: that)? any kernel had (?:between|from) <back> (?:and|to) <kernel>)", "$1 queue time of kernels"},
      {R"((launch latency[^:]*): ?<call> (?:to|until) <kernel>$)", "$1"},
      {R"(\(?<kernel> ?- ?<call>\)?)", "launch latency of kernels"},
      {R"(\(?<kernel> ?- ?<back>\)?)", "queue time of kernels"},
      {R"(^(?:averaged|average) (?=the time (?:between|from) <))", "average "},
      {R"(\b(?:what|how much) time (?:passes|passed|lies|lay|elapses|elapsed|is there|goes by|went by|was there) (?=(?:between|from) <))", "time "},
      {R"(\bhow long (?:is it|does it take|did it take|is the (?:time|delay|wait)|was it)WHERE (?=(?:between|from) <))", "time$1 "},
      {R"(\b(?:the )?(?:time|delay|gap|interval|wait|latency|distance)WHERE(?: that (?:passes|passed|lies))? (?:between|from) <call> (?:and|to|until|till) <kernel>)", "launch latency of kernels$1"},
      {R"(\b(?:the )?(?:time|delay|gap|interval|wait|latency|distance)WHERE(?: that (?:passes|passed|lies))? (?:between|from) <back> (?:and|to|until|till) <kernel>)", "queue time of kernels$1"},
      {R"(\b(?:the )?(?:time|delay|gap|interval|wait|latency|distance)(?: that (?:passes|passed|lies))? (?:between|from) <call> of ([\w:]+) (?:and|to|until|till) <kernel>)", "launch latency of $1"},
      {R"(\b(?:the )?(?:time|delay|gap|interval|wait|latency|distance)(?: that (?:passes|passed|lies))? (?:between|from) <back> of ([\w:]+) (?:and|to|until|till) <kernel>)", "queue time of $1"},
      {R"(\btime (?:between|from) <call> of ([\w:]+) (?:and|to|until|till) \1 BEGANRUNS)", "launch latency of $1"},
      {R"(\b(?:the )?(?:time|delay|gap|interval|wait|distance)(?: that (?:passes|passed|lies))? (?:between|from) <call> (?:and|to|until|till) WHO BEGANRUNS)", "launch latency of $1"},
      {R"(\b(?:the )?(?:time|delay|gap|interval|wait|distance)(?: that (?:passes|passed|lies))? (?:between|from) <back> (?:and|to|until|till) WHO BEGANRUNS)", "queue time of $1"},
      {R"(^(?:on average,? )?STAT?,? ?how long (?:did|does|do|has|had|have) WHOWHERE (?:wait|waited|sit|stay|queue|have to wait|hang)(?: in (?:the |its )?queue)? (?:between|after|from|once) <back>(?:(?: and|,? until| to|,? before) <kernel>)?)", "$1 queue time of $2$3"},
      {R"(\bhow (?:long|quickly|soon|fast) after <call> (?:did|does|do) <kernel>)", "launch latency of kernels"},
      {R"(\bhow (?:long|quickly|soon|fast) after <back> (?:did|does|do) <kernel>)", "queue time of kernels"},
      {R"(^after <back>, how long at most did a kernelWHERE (?:wait|sit|stay)(?: in the queue)? before <kernel>)", "longest queue time of kernels$1"},
      {R"(\bhow long after <call> (?:had begun |had started )?(?:did|does|do) WHOWHERE BEGANRUNS)", "launch latency of $1$2"},
      {R"(\bhow long after <back> (?:did|does|do) WHOWHERE BEGANRUNS)", "queue time of $1$2"},
      {R"(\b(?:the )?STAT (?:time|delay|wait|waiting time|interval)?(?: that)? ?(?:a|any|the) kernelWHERE (?:had to wait|waited|waits|spent waiting|sat|sits|spent|spends)(?: in (?:the |its )?queue)? (?:between|from|after|once) <back>(?:(?: and|,? until| to|,? before) <kernel>)?)", "$1 queue time of kernels$2"},
      {R"(^(?:from|after) <call>, how (?:long|much time) (?:did|does) it take until WHO BEGANRUNS)", "launch latency of $1"},
      {R"(^(?:from|after|once) <back>, how (?:long|much time) (?:did|does) it take until WHO BEGANRUNS)", "queue time of $1"},
      {R"(, (?:for|of) ((?:gpu|device|process) \d+)'s kernels\b)", " on $1"},
};
// clang-format on

const std::vector<Naming>& delays() {
  static const std::vector<Naming> all = namings(kLaunchDelays);
  return all;
}

bool apply(const std::vector<Naming>& all, std::string& text) {
  const std::string before = text;
  for (const Naming& one : all) text = std::regex_replace(text, one.said, one.named);
  return text != before;
}

}  // namespace

std::string with_delays_named(std::string_view question) {
  if (question.size() > kLongestDelay || question.find('<') != std::string_view::npos) return "";
  static const std::regex launch("launch", std::regex::icase);
  std::string text(question);
  if (!std::regex_search(text, launch) || !apply(points(), text) || !apply(delays(), text)) return "";
  // A point that is left is of something else.
  if (text.find('<') != std::string::npos) return "";
  // Whose call is named, that one launched.
  static const std::regex named(R"(\bcu(?:da)?Launch\w+)"), delay("(launch latency|queue time) of kernels\\b");
  std::smatch call;
  const std::string asked(question);
  if (!std::regex_search(asked, call, named) || text.find(call.str()) != std::string::npos) return text;
  return std::regex_replace(text, delay, "$& launched by " + call.str());
}

}  // namespace nsys_ai::inline agent
