// Plays each case of the .test files: what a service sends, in all ways to cut it, and what comes of it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "agent/model/remote_model.h"
#include "agent/model/reply_reader.h"
#include "reply_case.h"
#include "tests/agent/model/scripted_model.h"
#include "tests/support/places.h"

namespace nsys_ai::test {
namespace {

namespace fs = std::filesystem;

fs::path folder_of_cases() { return source_folder() / "tests/agent/model"; }

enum class Source { reply, script };

std::vector<ReplyCase> cases_of(Source source) {
  std::vector<ReplyCase> cases;
  for (const auto& entry : fs::directory_iterator(folder_of_cases())) {
    if (entry.path().extension() != ".test") continue;
    for (ReplyCase& one : read_reply_cases(entry.path()))
      if (one.script.empty() == (source == Source::reply)) cases.push_back(std::move(one));
  }
  return cases;
}

// Whether no code point is cut: what is no UTF-8 is written as U+FFFD.
bool is_whole(std::string_view text) {
  return Json(text).compact().find("\xef\xbf\xbd") == std::string::npos;
}

// What a model at this address makes of it.
std::string asked_over_http(const ReplyCase& one, const std::string& format, const std::string& url) {
  const auto model =
      make_chat_model({format + ":some-model", url}, {}, {.before_retry = std::chrono::milliseconds(5)});
  if (!model) return model.error().message;
  std::string heard;
  const auto hear = [&](std::string_view piece) {
    EXPECT_TRUE(is_whole(piece)) << piece;
    heard += piece;
  };
  std::string got = transcript((*model)->complete(request_of(one), hear, Work{}), heard);
  const std::string host = url.substr(url.rfind('/') + 1);
  for (size_t at = got.find(host); at != std::string::npos; at = got.find(host))
    got.replace(at, host.size(), "HOST");
  return got;
}

class Replies : public testing::TestWithParam<ReplyCase> {};

TEST_P(Replies, AreReadHoweverTheyAreCut) {
  const ReplyCase& one = GetParam();
  for (const size_t split : {size_t{0}, size_t{1}, size_t{2}, size_t{7}}) {
    FakeService service(
        [&](const FakeRequest&, size_t) { return FakeReply{.body = one.reply, .split = split}; });
    EXPECT_EQ(asked_over_http(one, one.format, service.url()), one.gives)
        << one.line << ": split at " << split;
  }
}

// Without a network, so that there is a cut at every place alone.
TEST_P(Replies, AreReadWithOneCutAnywhere) {
  const ReplyCase& one = GetParam();
  const ChatRequest request = request_of(one);
  const WireFormat& format = *wire_format_named(one.format);
  std::string whole;
  for (size_t cut = 0; cut <= one.reply.size(); ++cut) {
    std::string heard;
    const ChatSink hear = [&](std::string_view piece) { heard += piece; };
    ReplyDraft draft(request, hear);
    ReplyReader reader(format, draft);
    if (reader.take(one.reply.substr(0, cut))) reader.take(one.reply.substr(cut));
    reader.end();
    std::string got = draft.fault() ? "fault: " + draft.fault()->said : transcript(draft.finish(), heard);
    if (cut == 0) whole = got;
    ASSERT_EQ(got, whole) << one.line << ": cut at " << cut;
  }
}

class Scripts : public Replies {};

TEST_P(Scripts, GiveTheSameInEachFormat) {
  const ReplyCase& one = GetParam();
  for (const std::string format : {"anthropic", "ollama", "openai"})
    for (const bool whole : {false, true})
      for (const size_t split : {size_t{0}, size_t{1}}) {
        std::vector<ScriptedTurn> turns = read_script(one.script);
        for (ScriptedTurn& turn : turns) {
          turn.whole = whole;
          turn.how.split = split;
        }
        FakeService service(answer_by(turns));
        EXPECT_EQ(asked_over_http(one, format, service.url()), one.gives)
            << one.line << ": " << format << (whole ? " whole" : " streamed") << ", split " << split;
      }
}

std::string name_of_case(const testing::TestParamInfo<ReplyCase>& info) {
  std::string name;
  for (const char c : info.param.name) name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Model, Replies, testing::ValuesIn(cases_of(Source::reply)), name_of_case);
INSTANTIATE_TEST_SUITE_P(Model, Scripts, testing::ValuesIn(cases_of(Source::script)), name_of_case);

}  // namespace
}  // namespace nsys_ai::test
