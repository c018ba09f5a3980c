// Patterns, one after the other, on a text whose quoted names are set apart.
#include "agent/ask/restated.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <regex>
#include <set>

#include "agent/ask/query.h"
#include "agent/ask/restatement.h"
#include "base/text_pattern.h"

namespace nsys_ai::inline agent {
namespace {

// Kernels by a part of their name: `kernels whose name contains X`, `kernels that have X in their name`. `the
// kernel name has the most` says nothing of the name.
const std::string kOfName =
    "\\bkernels?,? (?:with (?:an? |the |their )?|whose |that have (?:an? |the )?)(?:short |full |kernel )?names? ";
const std::string kContains = "(?:contains?|containing|includes?|including) (?:the (?:string|word|text) )?";
const std::string kNameContains = "(?:" + kOfName + "|\\bkernel name )" + kContains;
const std::string kNameHas = kOfName + "(?:has|have|having) ";
const std::string kInIt = " in (?:it|them)\\b";

const std::vector<Restatement>& restatements_of_words() {
  static const std::vector<Restatement> all = {
      {as_said(
           R"(\b(?:gpu|device|card) (?:with|of) (?:the )?(?:device ?id|id|index|ordinal|number) (\d+)\b)"),
       "GPU $1"},
      {as_said(R"(^(device|gpu|process|stream|thread) id (?=(?:with|where|of|that)\b))"), "$1 "},
      {as_said(R"( \(gridX ?[*x] ?gridY ?[*x] ?gridZ\))"), ""},
      {as_said(R"(\bgridX ?[*x] ?gridY ?[*x] ?gridZ\b)"), "grid blocks"},
      {std::regex(R"(\b([a-z]{3,})\+([a-z]{3,})\+([a-z]{3,})\b)"), "$1, $2 and $3"},
      {as_said(R"(\bCUDA API activity\b)"), "CUDA calls"},
      {as_said(R"(\bNVTX activity\b)"), "NVTX ranges"},
      {as_said(kNameContains + R"((\x01))"), "kernels named $1"},
      {as_said(kNameContains + R"('?(\w+)'?)"), "kernels named \"$1\""},
      {as_said(kNameHas + R"((\x01))" + kInIt), "kernels named $1"},
      {as_said(kNameHas + R"('?(\w+)'?)" + kInIt), "kernels named \"$1\""},
      {as_said(R"re(\b(\w+) kernels \((?:every |all |each )?kernels named "\1"\))re"),
       "kernels named \"$1\""},
      {as_said(
           "^(\\d+) out of (?:a )?(?:100|hundred) (?:(?:occurrences|instances|runs|executions|calls) of )?(.+?) (?:are|last|take) "
           "(?:at most|no longer than|less than|within) how long\\b"),
       "p$1 duration of $2"},
      {as_said(R"( \((?:the )?first (?:one )?is #1\))"), ""},
      {as_said(R"(\b(\d+) ?(?:%|percent)(?:-| )(?:quantile|percentile)s?\b)"), "p$1"},
      {as_said(R"(\b(\d+)(?:st|nd|rd|th) quantile\b)"), "p$1"},
      {as_said(
           "^half of (.+?) (?:are|is|take|takes|last|finish|run) (?:at most|faster than|less than|no (?:longer|"
           "larger|more) than|within|shorter than) how (?:long|much time)\\b"),
       "median duration of $1"},
      {as_said(
           "^half of (.+?) (?:are|is|have|carry) (?:at most|less than|no (?:larger|more) than|smaller than) how "
           "many bytes\\b"),
       "median bytes of $1"},
      {as_said(R"(\b(?:(?:the |its )?(?:name|id) of the )?thread \(tid\))"), "thread"},
      {as_said(
           R"(\bits (?:cuLaunchKernel|cuLaunchKernelEx|cudaLaunchKernel|cudaLaunchKernelExC)(?:_\w+)?\b(?= call\b))"),
       "its launch"},
      // Of a name, which has capitals or lines within: other words end in dots too.
      {std::regex(R"(\b(\w*[a-zA-Z]\w*_\w*?|\w*[a-z][A-Z]\w*?)_?\.\.\.)"), "$1"},
      {as_said(R"(\bkernels (?:have|has) ['"]?(\w+)['"]? in (?:the|their|its) names?\b)"),
       "kernels are named \"$1\""},
      {as_said(R"(\b(?:with|that have|having) ['"]?(\w+)['"]? in (?:the|their) (?:short |kernel )?names?\b)"),
       "named \"$1\""}};
  return all;
}

// `kernel #3`: `3rd kernel`, and the third of what has a name, as of `aten::linear #3`. `GPU #1` is called
// so.
std::string with_ordinals(const std::string& text) {
  static const std::regex numbered(
      R"((^|[ (])((?:[Kk]ernel|[Cc]opy|memcpy|memset|transfer|call|range|occurrence|instance|run|execution|launch|gap)|)"
      R"([\w:.\x01]*(?:_|::|[a-z][A-Z]|\x01)[\w:.\x01]*) #(\d{1,9})\b)");
  std::string result;
  auto rest = text.cbegin();
  for (std::smatch match; std::regex_search(rest, text.cend(), match, numbered); rest = match[0].second)
    result +=
        match.prefix().str() + match[1].str() + ordinal(std::stoll(match[3].str())) + " " + match[2].str();
  return result + std::string(rest, text.cend());
}

std::optional<std::set<int64_t>> numbers_in(const std::ssub_match& first, const std::ssub_match& second) {
  std::set<int64_t> numbers;
  for (const auto& part : {first, second}) {
    const std::string digits = part.str();
    int64_t number = 0;
    if (std::from_chars(digits.data(), digits.data() + digits.size(), number).ec != std::errc())
      return std::nullopt;
    numbers.insert(number);
  }
  return numbers;
}

bool are_all(const std::smatch& match, size_t first, const std::vector<int64_t>& all) {
  const auto numbers = numbers_in(match[first], match[first + 1]);
  return numbers && numbers->size() == 2 &&
         std::equal(numbers->begin(), numbers->end(), all.begin(), all.end());
}

struct PlaceWords {
  const char* words;
  const char* one;
  const char* several;
};
constexpr PlaceWords kGpuWords = {"(?:gpu|device|card)", "GPU", "(?:gpus|devices|cards)"};
constexpr PlaceWords kProcessWords = {"(?:process|pid|rank)", "process", "(?:processes|pids|ranks)"};

// Numbered one by one and taken together, two places that are all say no more than none.
std::string without_two(std::string text, const PlaceWords& kind, const std::vector<int64_t>& all) {
  if (all.size() != 2) return text;
  const std::string any = std::string("(?:") + kind.words + "|" + kind.several + ")";
  const std::string pair = any + R"( ?(\d+)(?: and|,| \+| plus) (?:)" + any + R"( ?)?(\d+)\b)";
  const std::string in = ",? ?\\b(?:over|across|on|of|for|in|from|by) (?:both )?(?:the )?";
  const std::string sum = "(?:taken together|added up|added|put together|together|combined|summed)";
  const std::vector<std::pair<std::regex, const char*>> summed = {
      {as_said("^(?:adding(?: up)?|taking|summing(?: over)?|over|across|counting) " + pair + "(?: " + sum +
               ")?, "),
       ""},
      {as_said(R"( \((?:over |across )?)" + pair + ",? " + sum + R"(\))"), ""},
      {as_said(in + "\\b" + pair + ",? " + sum + "\\b"), ""},
      {as_said(", " + pair + ",? " + sum + "(?=[:,]|\\s*[.?]?$)"), ""},
      {as_said(",? (?:summed |added up |taken )?(?:over|across) (?:both )?" + pair), ""}};
  std::smatch match;
  for (const auto& [said, meant] : summed)
    if (std::regex_search(text, match, said) && are_all(match, 1, all))
      return match.prefix().str() + meant + match.suffix().str();
  return text;
}

// `both GPUs` where there are two, as a remark.
std::string without_both(std::string text, const PlaceWords& kind, const std::vector<int64_t>& all) {
  if (all.size() != 2) return text;
  const std::string both = std::string("(?:both|the two|both the|all) ") + kind.several;
  const std::string sum =
      "(?:,? (?:taken together|added up|added|put together|together|combined|summed|included))";
  for (const auto& said :
       {as_said("^(?:adding(?: up)?|taking|summing over|over|across|on) " + both + sum + "?, "),
        as_said(",? \\((?:over |across |on |of |in )?" + both + sum + R"(?\))"),
        as_said(" (?:of|from|on) " + both + "(?=:)"),
        as_said(", (?:summed over |summed across |over |across |on |of |in )?" + both + sum +
                R"(?(?=\s*[.?]?$))")})
    if (std::smatch match; std::regex_search(text, match, said))
      return match.prefix().str() + match.suffix().str();
  return text;
}

// `How long do kernels of the two processes run at the same time`: one beside the other.
std::string with_both_processes(const std::string& text, const std::vector<int64_t>& all) {
  if (all.size() != 2) return text;
  const std::string both = "(?:the two|both)(?: of the)? (?:MPI )?(?:processes|ranks)";
  const std::string at_once =
      "(?: on the gpu)?(?: at (?:the same (?:time|moment)|once)| simultaneously| concurrently)";
  static const std::vector<std::regex> said = {
      as_said(
          "^(?:for )?how (?:long|much time) (?:do|did|were|are) (kernels|(?:memory )?copies|memcpys) of " +
          both + " (?:run|running|overlap|overlapping|executing|execute|active)" + at_once),
      as_said("^(?:how much time is there|time) (?:during|in) which " + both +
              " (?:have|run) an? (kernel|copy|memcpy) (?:executing|running|in flight)")};
  for (const std::regex& each : said)
    if (std::smatch match; std::regex_search(text, match, each))
      return fmt::format("time in which {0} of process {1} and {0} of process {2} run at the same time{3}",
                         match[1].str(), all[0], all[1], match.suffix().str());
  return text;
}

// `Which GPU was busy for longer, 0 or 1?`: of these two it asks anyway.
std::string without_choice(std::string text, const PlaceWords& kind, const std::vector<int64_t>& all) {
  if (all.size() != 2) return text;
  const std::string any = std::string("(?:(?:the )?") + kind.words + " ?)?";
  const std::string of = "(?:that of |those of |that on |on |of |in )?";
  const std::string either = "(?:is it )?" + of + "(?:the )?" + any +
                             R"((\d+)(?:,? or|,? vs\.?|,? versus| and) )" + of + any + R"((\d+))";
  const std::regex which = as_said(std::string("^(?:(?:which|what) (?:of the two )?") + kind.words +
                                   "|(?:which|what) (?:one|of the two|of them)|who)\\b");
  std::smatch match, asked;
  // `1679 or 1680: who waits longer?`
  const std::regex before = as_said("^(?:compare )?" + either + " ?[:,-] ?");
  std::string rest = text;
  if (std::regex_search(text, match, before) && are_all(match, 1, all)) rest = match.suffix().str();
  const std::regex behind = as_said("[,:;-]? *" + either + R"(\s*\??$)");
  if (rest == text && std::regex_search(text, match, behind) && are_all(match, 1, all))
    rest = match.prefix().str() + "?";
  if (rest == text) return text;
  if (std::regex_search(rest, asked, which)) return fmt::format("which {}{}", kind.one, asked.suffix().str());
  const std::regex that = as_said(std::string("^") + kind.words + " (?:with|that|where)\\b");
  return std::regex_search(rest, that) ? rest : text;
}

// Quoted parts as signs that no pattern knows.
struct SetApart {
  std::string text;
  std::vector<std::string> quoted;
};

SetApart set_apart(std::string_view question) {
  SetApart apart;
  for (size_t at = 0; at < question.size(); ++at) {
    const char c = question[at];
    const size_t end = c == '"' || c == '`' ? question.find(c, at + 1) : std::string_view::npos;
    if (end == std::string_view::npos) {
      apart.text += c;
      continue;
    }
    apart.quoted.emplace_back(question.substr(at, end + 1 - at));
    apart.text += '\x01';
    at = end;
  }
  return apart;
}

std::string put_back(const SetApart& apart) {
  std::string text;
  size_t next = 0;
  for (const char c : apart.text)
    if (c != '\x01')
      text += c;
    else if (next < apart.quoted.size())
      text += apart.quoted[next++];
  return text;
}

}  // namespace

NumberedPlaces numbered_places(const Profile& profile) {
  std::set<int64_t> gpus, processes;
  const auto add = [&](ProcessIx process) {
    if (const auto pid = profile.pid_of(process)) processes.insert(*pid);
  };
  for (const Thread& thread : profile.threads()) add(thread.process);
  for (const Device& device : profile.devices()) {
    gpus.insert(device.ordinal);
    add(device.process);
  }
  return {{gpus.begin(), gpus.end()}, {processes.begin(), processes.end()}};
}

namespace {

// `kernels of the one cudaGraphLaunch call`: the launch of a graph has no name of its own.
std::string with_graph_launch(const std::string& text) {
  static const std::regex call =
      as_said(R"(\b(?:the one |the |one |a )?cudaGraphLaunch(?:_v\d+)?(?: call)?\b(?! calls))");
  static const std::regex
      kernels = as_said(R"(\bkernels?\b)"),
      other = as_said(
          R"(\b(?:long|time|duration|latency|after|before|between|until|since|during|first|last|named)\b)");
  if (!std::regex_search(text, kernels) || std::regex_search(text, other)) return text;
  static const std::regex
      belongs = as_said(
          R"(\bkernel(?:s|( executions)) (?:that )?(?:belong(?:s|ing)? to|part of|run by|executed by|launched by|(?:were )?started (?:through|by|via)|of|from|inside|in) (?:(?:the|a) )?(?:one |single |only |sole )?(?:CUDA )?graph launch\b(?: call\b)?(?! calls))"),
      did = as_said(
          R"(^(how many|what number of) kernels did (?:the|a) (?:one |single |only |sole )?(?:CUDA )?graph launch(?: call)? (?:run|execute|launch|start|contain)\b)");
  std::string plain = std::regex_replace(text, call, "the graph launch");
  plain = std::regex_replace(plain, belongs, "kernels launched by a CUDA graph");
  return std::regex_replace(plain, did, "$1 kernels were launched by a CUDA graph");
}

}  // namespace

std::string restated(std::string_view question, const NumberedPlaces& all) {
  constexpr size_t kLongest = 300;  // patterns look back, and longer ones say more than one thing
  if (question.size() > kLongest || question.find('\x01') != std::string_view::npos)
    return std::string(question);
  // A label with its arguments left out: `"aten::linear, ..."`.
  static const std::regex arguments(R"re((["`])([\w:.]+),(?: ?\.\.\.)?\1)re");
  SetApart apart = set_apart(std::regex_replace(std::string(question), arguments, "$1$2$1"));
  for (const auto& [kind, places] : {std::pair{&kGpuWords, &all.gpus}, {&kProcessWords, &all.processes}}) {
    apart.text = without_two(std::move(apart.text), *kind, *places);
    apart.text = without_both(std::move(apart.text), *kind, *places);
    apart.text = without_choice(std::move(apart.text), *kind, *places);
  }
  for (const auto* rules : {&restatements_of_remarks(), &restatements_of_words(), &restatements_of_bounds(),
                            &restatements_of_pairs(), &restatements_of_points()})
    for (const Restatement& rule : *rules) apart.text = std::regex_replace(apart.text, rule.said, rule.meant);
  apart.text = with_ordinals(with_graph_launch(with_both_processes(apart.text, all.processes)));
  return put_back(apart);
}

bool says_both_points(std::string_view question, std::string_view query) {
  static const std::regex said("^time (?:from|between) the (start|end) of .+ (?:to|and) the (start|end) of ",
                               std::regex::icase);
  const auto points = [](std::string_view text) {
    std::cmatch match;
    return std::regex_search(text.data(), text.data() + text.size(), match, said)
               ? ascii_lower(match[1].str() + " " + match[2].str())
               : std::string();
  };
  return !points(question).empty() && points(question) == points(query);
}

}  // namespace nsys_ai::inline agent
