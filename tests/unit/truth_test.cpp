// Real captures: what the loader and the analyses make of each equals plain SQL on the file and its recorded
// truth.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <sstream>

#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/time/busy.h"
#include "analysis/time/idle.h"
#include "base/text_table.h"
#include "profile/order.h"
#include "protocol/json.h"
#include "skills/findings.h"
#include "skills/list.h"
#include "tests/support/places.h"
#include "tests/unit/profile_file.h"
#include "view/cards/card_markdown.h"
#include "view/pages/overview.h"
#include "view/pages/page_text.h"
#include "view/targets/card.h"
#include "view/targets/target.h"

namespace nsys_ai::test {
namespace {

constexpr size_t kTopKernels = 10;  // as many as a truth lists

std::vector<std::string> captures_with_truth() {
  std::vector<std::string> names;
  std::error_code absent;
  for (const auto& entry : std::filesystem::directory_iterator(profiles_folder() / "truth", absent))
    names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

int64_t integer(const Value& value) { return std::get<int64_t>(value); }

Answer ask_skill(const Profile& profile, const std::string& skill, const ScopeRequest& scope = {}) {
  const auto found = built_in_skills().find(skill);
  if (!found) throw std::runtime_error(found.error().message);
  const bool limited = std::any_of((*found)->params.begin(), (*found)->params.end(),
                                   [](const Param& param) { return param.name == "limit"; });
  auto answer = run_skill(**found, profile, scope, limited ? ParamValues{{"limit", "0"}} : ParamValues{});
  if (!answer) throw std::runtime_error(answer.error().message);
  return *answer;
}

void add(Json& json, std::initializer_list<std::pair<const char*, Json>> members) {
  for (const auto& [name, value] : members) json.set(name, value);
}

Json measured_device(const Profile& profile, const DeviceTime& time) {
  int64_t long_gaps = 0;
  int64_t largest = 0;
  for (const IdleGap& gap : idle_gaps(profile, Scope::whole(profile), 1)) {
    if (gap.device != time.device) continue;
    long_gaps += gap.gap.duration() > 1'000'000 ? 1 : 0;
    largest = std::max(largest, gap.gap.duration());
  }
  const Device& device = profile.devices()[time.device];
  Json json = Json::object();
  add(json, {{"pid", profile.pid_of(device.process).value_or(0)},
             {"device", device.ordinal},
             {"kernels", time.kernels},
             {"kernel_sum_ns", int64_t{time.kernel_sum}},
             {"kernel_union_ns", time.kernel},
             {"kernel_span_ns", time.kernel_span.duration()},
             {"compute_union_ns", time.compute},
             {"comm_union_ns", time.communication},
             {"comm_kernels", time.comm_kernels},
             {"overlap_ns", time.overlap()},
             {"copy_union_ns", time.copy},
             {"copy_kernel_overlap_ns", time.copy_kernel_overlap()},
             {"busy_ns", time.busy},
             {"busy_span_ns", time.span.duration()},
             {"gaps_over_1ms", long_gaps},
             {"largest_gap_ns", largest}});
  return json;
}

Json measured_top_kernels(const Answer& answer) {
  Json top = Json::array();
  for (size_t i = 0; i < std::min(kTopKernels, answer.table.rows.size()); ++i) {
    const auto& row = answer.table.rows[i];
    Json json = Json::object();
    add(json, {{"name", std::get<std::string>(row[0])},
               {"calls", integer(row[4])},
               {"total_ns", integer(row[5])},
               {"min_ns", integer(row[7])},
               {"max_ns", integer(row[10])}});
    top.push(std::move(json));
  }
  return top;
}

Json measured_copies(const Answer& answer) {
  std::map<int64_t, Json> by_kind;
  for (const auto& row : answer.table.rows) {
    Json json = Json::object();
    add(json, {{"copyKind", integer(row[1])},
               {"ops", integer(row[2])},
               {"bytes", integer(row[3])},
               {"total_ns", integer(row[4])}});
    by_kind.emplace(integer(row[1]), std::move(json));
  }
  Json copies = Json::array();
  for (auto& [kind, json] : by_kind) copies.push(std::move(json));
  return copies;
}

void set_host_side(const Profile& profile, Json& json) {
  const Copies& copies = profile.copies();
  int64_t pageable = 0;
  for (size_t i = 0; i < copies.size(); ++i)
    pageable += copies.src_kind[i] == 0 || copies.dst_kind[i] == 0 ? 1 : 0;
  const Launches& launches = profile.derived(build_launches);
  const Attribution& attribution = profile.derived(build_attribution);
  int64_t launched = 0;
  int64_t inside = 0;
  int64_t inside_ns = 0;
  for (size_t i = 0; i < profile.kernels().size(); ++i) {
    launched += launches.of_kernel[i] != Launches::kNoCall ? 1 : 0;
    if (attribution.of_kernel[i] == NvtxForest::kNoRange) continue;
    ++inside;
    inside_ns += profile.kernels().interval(i).duration();
  }
  // A truth counts the ranges that an operation can lie in: closed, and begun and ended on one thread.
  const Nvtx& nvtx = profile.nvtx();
  int64_t ranges = 0;
  for (size_t i = 0; i < nvtx.size(); ++i)
    ranges += nvtx.is_range(i) && nvtx.end(i) != Nvtx::kOpen && nvtx.thread[i] == nvtx.end_thread[i] ? 1 : 0;
  add(json, {{"pageable_copies", pageable},
             {"kernels_with_launch", launched},
             {"nvtx_ranges", ranges},
             {"kernels_in_nvtx", inside},
             {"kernel_ns_in_nvtx", inside_ns}});
}

// What this program says of a capture, in the layout of the truths.
Json measured(const Profile& profile) {
  Json json = Json::object();
  add(json, {{"tables", profile.tables().size()},
             {"kernels", profile.kernels().size()},
             {"memcpys", profile.copies().size()},
             {"memsets", profile.memsets().size()},
             {"runtime_calls", profile.calls().size()},
             {"nvtx_rows", profile.nvtx().size()}});
  Json devices = Json::array();
  int64_t kernel_sum = 0;
  for (const DeviceTime& time : profile.derived(build_device_times)) {
    devices.push(measured_device(profile, time));
    kernel_sum += time.kernel_sum;
  }
  add(json, {{"devices", std::move(devices)},
             {"kernel_sum_ns", kernel_sum},
             {"top_kernels", measured_top_kernels(ask_skill(profile, "top_kernels"))},
             {"copies", measured_copies(ask_skill(profile, "memory_transfers"))}});
  set_host_side(profile, json);
  return json;
}

// The recorded truth, but for the calls by name, which nothing here answers yet.
Json recorded(const std::string& name) {
  auto json = Json::parse(bytes_of(profiles_folder() / "truth" / (name + ".json")));
  if (!json) throw std::runtime_error(json.error().message);
  std::erase_if(*json->if_object(), [](const Json::Member& member) { return member.name == "api"; });
  return *json;
}

class Truth : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    // A copy, since SQL here opens the file as a writer would.
    std::filesystem::copy_file(profiles_folder() / (GetParam() + ".sqlite"), path);
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    profile = load();
  }
  ProfilePtr load() const {
    auto result = load_profile(path);
    if (!result) throw std::runtime_error(result.error().message);
    return *result;
  }
  std::string sql(const std::string& statement) const {
    return sketch::Database(path.string()).answer(statement);
  }
  bool has_rows(const std::string& table) const {
    return profile->has_table(table) && sql("SELECT 1 FROM " + table + " LIMIT 1") == "1";
  }
  std::vector<int64_t> ordinals() const {
    std::vector<int64_t> all;
    for (const Device& device : profile->devices()) all.push_back(device.ordinal);
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "capture.sqlite";
  ProfilePtr profile;
};

TEST_P(Truth, IsWhatIsMeasured) { EXPECT_EQ(measured(*profile).pretty(), recorded(GetParam()).pretty()); }

TEST_P(Truth, TurnsRedByOneNanosecond) {
  if (!has_rows("CUPTI_ACTIVITY_KIND_KERNEL")) GTEST_SKIP() << "no kernels";
  change(path,
         "UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET end = end + 1 WHERE rowid = "
         "(SELECT min(rowid) FROM CUPTI_ACTIVITY_KIND_KERNEL)");
  EXPECT_NE(measured(*load()).pretty(), recorded(GetParam()).pretty());
}

// Nine tenths of the way through sorted values, in whole numbers; the program uses real ones.
int64_t rank(const std::vector<int64_t>& sorted, int64_t tenths) {
  const auto place = static_cast<int64_t>(sorted.size() - 1) * tenths;
  const auto below = static_cast<size_t>(place / 10);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + ((sorted[above] - sorted[below]) * (place % 10) + 5) / 10;
}

struct NamedDurations {
  std::string name;
  int64_t total = 0;
  std::vector<int64_t> sorted;
};

// Lines of `name duration`, by name and duration, with the names as hexadecimal bytes, gathered and put in
// order.
std::string kernel_lines(const std::string& rows) {
  std::istringstream in(rows);
  std::vector<NamedDurations> all;
  for (std::string line; std::getline(in, line);) {
    const std::string name = line.substr(0, line.find('|'));
    if (all.empty() || all.back().name != name) all.push_back({name, 0, {}});
    all.back().sorted.push_back(std::stoll(line.substr(line.find('|') + 1)));
    all.back().total += all.back().sorted.back();
  }
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.total > b.total; });
  std::ostringstream out;
  for (const auto& [name, total, sorted] : all)
    out << name << ' ' << sorted.size() << ' ' << total << ' ' << sorted.front() << ' ' << rank(sorted, 5)
        << ' ' << rank(sorted, 9) << ' ' << sorted.back() << '\n';
  return out.str();
}

TEST_P(Truth, KernelsOfOneGpuAreThoseOfPlainSql) {
  if (!has_rows("CUPTI_ACTIVITY_KIND_KERNEL")) GTEST_SKIP() << "no kernels";
  for (const int64_t gpu : ordinals()) {
    const std::string rows =
        sql("SELECT hex(value), end - start FROM CUPTI_ACTIVITY_KIND_KERNEL "
            "JOIN StringIds ON StringIds.id = demangledName WHERE deviceId = " +
            std::to_string(gpu) + " ORDER BY value, 2");
    const Answer answer = ask_skill(*profile, "top_kernels", {{gpu}, std::nullopt});
    std::ostringstream lines;
    double shares = 0;
    for (const auto& row : answer.table.rows) {
      lines << hexadecimal(std::get<std::string>(row[0]));
      for (const size_t column : {4, 5, 7, 8, 9, 10}) lines << ' ' << integer(row[column]);
      lines << '\n';
      shares += std::get<double>(row[11]);
    }
    EXPECT_EQ(lines.str(), kernel_lines(rows)) << "GPU " << gpu;
    if (!answer.table.rows.empty()) {
      EXPECT_NEAR(shares, 1.0, 1e-9);
    }
  }
}

TEST_P(Truth, CopiesOfOneGpuAreThoseOfPlainSql) {
  if (!has_rows("CUPTI_ACTIVITY_KIND_MEMCPY")) GTEST_SKIP() << "no copies";
  for (const int64_t gpu : ordinals()) {
    const Answer answer = ask_skill(*profile, "memory_transfers", {{gpu}, std::nullopt});
    std::ostringstream lines;
    for (const auto& row : answer.table.rows)
      lines << (lines.tellp() > 0 ? "\n" : "") << integer(row[1]) << '|' << integer(row[2]) << '|'
            << integer(row[3]) << '|' << integer(row[4]);
    EXPECT_EQ(lines.str(),
              sql("SELECT copyKind, count(*), sum(bytes), sum(end - start) FROM CUPTI_ACTIVITY_KIND_MEMCPY "
                  "WHERE deviceId = " +
                  std::to_string(gpu) + " GROUP BY 1 ORDER BY 4 DESC, 1"))
        << "GPU " << gpu;
  }
}

// Everything that a person or a model could be shown of a profile.
std::string all_that_is_shown(const Profile& profile) {
  std::string all = text_of(overview(profile)).text;
  for (size_t name = 0; name < profile.names().size(); ++name)
    all += std::string(profile.text(NameId(name))) + "\n";
  for (size_t at = 0; at < profile.nvtx().size(); ++at) all += profile.nvtx_text(at) + "\n";
  for (const std::string& note : profile.notes()) all += note + "\n";
  for (const Process& process : profile.processes()) all += process.name + "\n";
  for (const Thread& thread : profile.threads()) all += thread.name + "\n";
  for (const Gpu& gpu : profile.gpus()) all += gpu.name + gpu.uuid + gpu.bus + "\n";
  std::vector<std::string> targets;
  for (const KernelName& name : profile.kernels().names.values)
    targets.push_back(target_of_kernel_name(name.full));
  for (size_t i = 0; i < profile.derived(build_nvtx_labels).labels.size(); ++i)
    targets.push_back(target_of_label(i));
  for (size_t i = 0; i < profile.devices().size(); ++i) targets.push_back(target_of_device(DeviceIx(i)));
  for (const Finding& finding : profile.derived(build_findings).findings)
    targets.push_back(target_of_finding(finding.key));
  std::sort(targets.begin(), targets.end());
  targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
  for (const std::string& target : targets) all += markdown_of(card(profile, target).value_or(Card{}));
  for (const Skill& skill : built_in_skills().skills()) {
    const Answer answer = ask_skill(profile, skill.info.name);
    all += csv(answer.table) + answer.reason;
    for (const std::string& note : answer.notes) all += note + "\n";
  }
  return all;
}

TEST_P(Truth, TheCanaryIsNeverShown) {
  const std::string canary = "canary-never-show-this";
  EXPECT_EQ(all_that_is_shown(*profile).find(canary), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Captures, Truth, testing::ValuesIn(captures_with_truth()), [](const auto& capture) {
  std::string name = capture.param;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
});
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Truth);

}  // namespace
}  // namespace nsys_ai::test
