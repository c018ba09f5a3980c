// What was not read is said by every answer that is made of it: every skill, table, page, card, export and
// trace, on a profile of which each table is damaged in turn, and on one that does not fit into memory.
#include <gmock/gmock.h>

#include <thread>

#include "base/memory.h"
#include "base/parallel.h"
#include "base/loss_notes.h"
#include "features/viewer/timeline_content.h"
#include "protocol/answer_json.h"
#include "skill/query_answer.h"
#include "skills/list.h"
#include "sql/table.h"
#include "tests/unit/everything_sketch.h"
#include "trace/trace.h"
#include "view/cards/card_markdown.h"
#include "view/event_export.h"
#include "view/name_search_answer.h"
#include "view/nvtx_outline.h"
#include "view/pages/kernel_page.h"
#include "view/pages/overview.h"
#include "view/pages/page_text.h"
#include "view/pages/ranges_page.h"
#include "view/targets/card.h"

namespace nsys_ai::test {
namespace {

using testing::AnyOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// Everything that is asked, by name: what it says, and what it notes.
struct Said {
  std::string text;
  std::vector<std::string> notes;
  bool refused = false;
};
using Everything = std::map<std::string, Said>;

Said said(const Result<Answer>& answer) {
  if (!answer) return {answer.error().message, {}, true};
  Answer bare = *answer;
  bare.notes.clear();
  // That of what was read, where none was asked for.
  bare.scope = {};
  return {answer_json(bare), answer->notes, bare.outcome == Outcome::cannot_answer};
}

Said said(const Result<Page>& page) {
  if (!page) return {page.error().message, {}, true};
  Page bare = *page;
  bare.notes.clear();
  return {text_of(bare).text, page->notes};
}

Said said_in_export(const Profile& profile, EventFormat format, EventType type) {
  Said export_of;
  const auto written =
      write_events(profile, Scope::whole(profile), {type}, format, [&](std::string_view chunk) {
        export_of.text += chunk;
        return true;
      });
  if (written) export_of.notes = written->notes;
  // What stands before it tells of the scope.
  if (format == EventFormat::json) export_of.text.erase(0, export_of.text.find("\"events\""));
  return export_of;
}

Said said_in_trace(const Profile& profile, TraceFormat format) {
  Said trace;
  TraceOptions options;
  options.format = format;
  options.calls = options.os_calls = true;
  const auto written = write_trace(profile, Scope::whole(profile), options, [&](std::string_view chunk) {
    trace.text += chunk;
    return true;
  });
  if (written) trace.notes = written->notes;
  return trace;
}

Everything said_of_everything(const Profile& profile) {
  Everything all;
  for (const Skill& skill : built_in_skills().skills())
    all["skill " + skill.info.name] = said(run_skill(skill, profile, {}, ParamValues{}));
  for (const SqlTable& table : sql_tables())
    for (const std::string_view what : {"count(*)", "*"}) {
      const std::string sql = "SELECT " + std::string(what) + " FROM " + std::string(table.name);
      all["query " + sql] = said(answer_query(profile, {}, sql, {.rows = 1000}, {}));
    }
  all["search"] = said(search_answer(profile, {}, {.text = "*", .pattern = {}, .kinds = {}}, {}));
  if (const auto outline = nvtx_outline(profile, {}, {})) all["tree"] = said(outline->answer);
  all["overview"] = said(Result<Page>(overview(profile)));
  for (const EventType type : kEventTypes) {
    all["csv of " + std::string(name_of(type))] = said_in_export(profile, EventFormat::csv, type);
    all["json of " + std::string(name_of(type))] = said_in_export(profile, EventFormat::json, type);
  }
  all["trace"] = said_in_trace(profile, TraceFormat::perfetto);
  all["json trace"] = said_in_trace(profile, TraceFormat::json);
  for (const std::string target : {"kernel:1", "memcpy:1", "nvtx:1", "runtime_call:1", "kernel-name:1",
                                   "device:0", "nvtx-label:0", "gap:0:500000", "iteration:0"}) {
    const auto shown = card(profile, target);
    if (!shown) continue;
    const std::string markdown = markdown_of(*shown);
    all["card " + target] = {markdown, {markdown}};
  }
  return all;
}

// Always at the same place, which the overview tells.
std::filesystem::path written_everything() {
  static const TemporaryFolder folder;
  const auto path = folder / "P.sqlite";
  sketch::write(kSketchOfEverything, path.string());
  change(path, "PRAGMA page_size=1024; VACUUM");
  return path;
}

// Makes the last leaf of a table a page that is none.
void lose_a_leaf(const std::filesystem::path& path, const std::string& table) {
  sketch::Database file(path.string());
  size_t page = std::stoul(file.answer("SELECT rootpage FROM sqlite_master WHERE name = '" + table + "'"));
  file.close();
  std::string bytes = bytes_of(path);
  const auto at = [&](size_t offset) {
    return static_cast<unsigned char>(bytes[(page - 1) * 1024 + offset]);
  };
  while (at(0) == 5) page = size_t{at(8)} << 24 | size_t{at(9)} << 16 | size_t{at(10)} << 8 | at(11);
  bytes.replace((page - 1) * 1024, 8, 8, '\xAA');
  write_bytes(path, bytes);
}

const Everything& everything_healthy() {
  static const Everything all = [] { return said_of_everything(**load_profile(written_everything())); }();
  return all;
}

TEST(DataLoss, IsToldByNothingThatIsWhole) {
  for (const auto& [asked, answer] : everything_healthy())
    for (const std::string& note : answer.notes)
      EXPECT_THAT(note, testing::Not(HasSubstr("left out"))) << asked;
}

class LostLeaf : public testing::TestWithParam<std::string> {};

TEST_P(LostLeaf, IsToldByWhateverIsOther) {
  everything_healthy();
  const auto path = written_everything();
  lose_a_leaf(path, GetParam());
  const auto profile = load_profile(path);
  if (!profile) return;
  for (const auto& [asked, answer] : said_of_everything(**profile)) {
    const auto healthy = everything_healthy().find(asked);
    if (healthy == everything_healthy().end() || answer.refused || answer.text == healthy->second.text)
      continue;
    EXPECT_THAT(answer.notes,
                Contains(AnyOf(HasSubstr("the file is damaged"), HasSubstr("missing from the file"))))
        << asked << "\n"
        << answer.text << "\ninstead of\n"
        << healthy->second.text;
  }
}

INSTANTIATE_TEST_SUITE_P(Tables, LostLeaf, testing::ValuesIn(tables_of_everything()),
                         [](const auto& info) { return info.param; });

TEST(LostLeafOfKernels, IsToldByWhatUsesThem) {
  const auto path = written_everything();
  lose_a_leaf(path, "CUPTI_ACTIVITY_KIND_KERNEL");
  const ProfilePtr profile = *load_profile(path);
  const auto notes_of = [&](const std::string& sql) {
    return answer_query(*profile, {}, sql, {}, {})->notes;
  };
  EXPECT_THAT(notes_of("SELECT count(*) FROM kernel"),
              ElementsAre(testing::MatchesRegex(
                  "CUPTI_ACTIVITY_KIND_KERNEL: the file is damaged: 1 pages and 0 rows of the "
                  "table cannot be read and are left out, [0-9]+ rows were read")));
  EXPECT_THAT(notes_of("SELECT count(*) FROM stream"), SizeIs(1)) << "a stream may have run nothing else";
  EXPECT_THAT(notes_of("SELECT count(*) FROM nvtx"), IsEmpty());
  EXPECT_THAT(notes_of("SELECT count(*) FROM os_call"), IsEmpty());
  EXPECT_THAT(notes_of("SELECT 1"), IsEmpty());
  // Kept by the profile, and told again.
  for (int i = 0; i < 2; ++i) EXPECT_THAT(notes_of("SELECT count(*) FROM gpu_busy"), SizeIs(1));
}

class TooLarge : public testing::Test {
 protected:
  TooLarge() {
    sketch::write(
        "device 0 \"NVIDIA H200\"\nrepeat 40000 every 10us {\n  nvtx a 0..9us\n  gpu 0 stream 7   k 1..5us\n}\n",
        path().string());
  }
  ~TooLarge() override { set_memory_limit(0); }
  std::filesystem::path path() const { return folder_ / "P.sqlite"; }
  ProfilePtr with_room_for(int64_t bytes) {
    set_memory_limit(memory_resident() + bytes);
    auto profile = load_profile(path());
    set_memory_limit(0);
    if (!profile) throw std::runtime_error(profile.error().message);
    return *profile;
  }
  // How much is resident before a load differs by machine, so the room is looked for.
  ProfilePtr without_nvtx() {
    for (int64_t room = 6'000'000; room > 2'000'000; room -= 200'000)
      if (ProfilePtr profile = with_room_for(room);
          profile->info().nvtx_skipped && !profile->info().only_window)
        return profile;
    throw std::runtime_error("no room leaves the NVTX ranges alone out");
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(TooLarge, IsRefusedWhereNothingOfItWasRead) {
  const ProfilePtr profile = without_nvtx();
  for (const char* sql :
       {"SELECT count(*) FROM nvtx", "SELECT * FROM nvtx_stats", "SELECT * FROM kernel_nvtx k, nvtx n"}) {
    const auto answer = answer_query(*profile, {}, sql, {}, {});
    ASSERT_TRUE(answer) << sql;
    EXPECT_EQ(answer->outcome, Outcome::cannot_answer) << sql;
    EXPECT_EQ(answer->reason, "The NVTX ranges were left out, because the profile does not fit into memory.")
        << sql;
    EXPECT_THAT(answer->needs, ElementsAre(HasSubstr("--memory-limit"))) << sql;
  }
  EXPECT_THAT(answer_query(*profile, {}, "SELECT count(*) FROM kernel", {}, {})->notes, IsEmpty());
  EXPECT_THAT(answer_query(*profile, {}, "SELECT count(nvtx) FROM kernel", {}, {})->notes,
              ElementsAre(HasSubstr("NVTX ranges are left out")));
}

// What does not say that it lacks something has to be right.
TEST_F(TooLarge, IsToldByWhateverIsOther) {
  const ProfilePtr whole = *load_profile(path());
  const Everything all = said_of_everything(*whole);
  const ProfilePtr windowed = with_room_for(1'800'000);
  EXPECT_TRUE(windowed->info().only_window);
  for (const ProfilePtr& profile : {without_nvtx(), windowed}) {
    for (const auto& [asked, answer] : said_of_everything(*profile)) {
      if (answer.refused || all.count(asked) == 0 || answer.text == all.at(asked).text) continue;
      EXPECT_THAT(answer.notes, Contains(HasSubstr("left out"))) << asked << "\n"
                                                                 << answer.text.substr(0, 500);
    }
  }
}

TEST(LossNotes, GatherInEveryThread) {
  const DataLoss here{{"here."}};
  const DataLoss there{{"there.", "here."}};
  const DataLoss nowhere{{"before"}};
  report_loss(nowhere);
  const LossNotes outer;
  {
    const LossNotes inner;
    parallel_for(4, 8, [&](size_t i) { report_loss(i % 2 == 0 ? here : there); });
    EXPECT_THAT(inner.notes(), ElementsAre("here", "there"));
  }
  EXPECT_THAT(outer.notes(), ElementsAre("here", "there"));
  EXPECT_EQ(outer.skipped(), nullptr);
  std::thread([&] { EXPECT_EQ(Context::current().losses, nullptr); }).join();
}

TEST(LossNotes, AreCounted) {
  DataLoss many;
  for (int i = 0; i < 20; ++i) many.notes.push_back("note " + std::to_string(100 + i));
  const LossNotes told;
  report_loss(many);
  EXPECT_THAT(told.notes(), SizeIs(LossNotes::kMaxNotes + 1));
  EXPECT_EQ(told.notes().back(), "4 more notes of this kind are not shown");
}

}  // namespace
}  // namespace nsys_ai::test
