// Whatever the system does not give, a command ends with its answer or with one sentence, and leaves nothing
// half-done.
#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/file_lock.h"
#include "base/parallel.h"
#include "cli/program.h"
#include "faults.h"
#include "features/workspace/bookmarks.h"
#include "profile/cache/column_cache.h"
#include "profile/library.h"
#include "profile_file.h"

namespace nsys_ai::test {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kNotAll = "can be read: its disk or its network fails";
// A cause that is left out, with the sentence that says so.
constexpr std::string_view kNotJudged = "could not be found out";
constexpr std::string_view kTwoGpuRun =
    "process 200 \"rank 0\"\n"
    "gpu 0 stream 7   gemm 100..200us   softmax 250..280us   memcpy_h2d 300..400us [1MB pageable sync]\n"
    "nvtx thread 1    \"step 7\" 50..300us   forward 60..120us   backward 130..140us\n"
    "gpu 1 stream 9   repeat_me 100..200us\n";

// What ended, and what it said.
struct Ended {
  int status = 0;
  std::string out;
  std::string err;
  int64_t count = 0;  // of what might have failed

  bool in_order() const { return WIFEXITED(status); }
  int code() const { return WIFEXITED(status) ? WEXITSTATUS(status) : -1; }
  std::string words() const {
    return in_order() ? fmt::format("exit code {}: {}", code(), err)
                      : fmt::format("signal {}: {}", WTERMSIG(status), err);
  }
};

void redirect(int number, const fs::path& file) {
  const int opened = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  ::dup2(opened, number);
  ::close(opened);
}

// The exception is one of the test's own preparations.
int code_of(const std::function<int()>& run, const FaultPlan& plan) {
  try {
    set_fault(plan);
    return run();
  } catch (const std::bad_alloc&) {
    std::fputs("nsys-ai: There is not enough memory.\n", stderr);
  }
  return 1;
}

// In a process of its own, which is killed when it is stuck.
Ended in_child(const fs::path& folder, const FaultPlan& plan, const std::function<int()>& run) {
  static auto* const count = static_cast<int64_t*>(
      ::mmap(nullptr, sizeof(int64_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  *count = 0;
  const fs::path out = folder / "stdout";
  const fs::path err = folder / "stderr";
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(30);
    redirect(STDOUT_FILENO, out);
    redirect(STDERR_FILENO, err);
    std::atexit([] { *count = fault_count(); });
    std::exit(code_of(run, plan));
  }
  Ended ended;
  ::waitpid(child, &ended.status, 0);
  ended.count = *count;
  ended.out = bytes_of(out);
  ended.err = bytes_of(err);
  return ended;
}

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  std::error_code missing;
  for (fs::recursive_directory_iterator at(folder, missing), end; at != end; ++at)
    if (at->is_regular_file()) names.insert(fs::relative(at->path(), folder).string());
  return names;
}

// Each of the first ones, and some of those that follow.
std::vector<int64_t> places_to_fail(int64_t count, int64_t first, int64_t more) {
  std::vector<int64_t> places;
  for (int64_t at = 1; at <= std::min(first, count); ++at) places.push_back(at);
  for (int64_t i = 1; i <= more; ++i) {
    const int64_t at = first + (count - first) * i / more;
    if (!places.empty() && at > places.back()) places.push_back(at);
  }
  return places;
}

class Failing : public testing::Test {
 protected:
  Failing() {
    fs::create_directories(work_ / "ws/.nsys-ai");
    fs::create_directories(work_ / "said");
    sketch::write(std::string(kTwoGpuRun), profile().string());
    for (const auto& [name, value] :
         {std::pair{"NSYS_AI_CACHE_DIR", work_ / "cache"}, {"HOME", work_ / "home"}})
      ::setenv(name, value.c_str(), 1);
    fs::current_path(work_ / "ws");
  }
  ~Failing() override { fs::current_path("/"); }

  fs::path profile() const { return work_ / "ws/run.sqlite"; }
  const fs::path& folder() const { return work_.path(); }

  static std::function<int()> command(std::vector<std::string> words) {
    words.insert(words.begin(), "nsys-ai");
    return [words]() mutable {
      std::vector<char*> arguments;
      for (std::string& word : words) arguments.push_back(word.data());
      return run_program(static_cast<int>(arguments.size()), arguments.data());
    };
  }

  Ended run(const std::function<int()>& what, const FaultPlan& plan = {}) {
    return in_child(work_ / "said", plan, what);
  }

  // Runs it with each fault at each place. `before` makes each run alike; `after` looks at what is left.
  void fail_everywhere(const std::function<int()>& what, const std::function<void()>& before,
                       const std::function<void(const Ended&)>& after) {
    before();
    const Ended good = run(what);
    ASSERT_EQ(good.code(), 0) << good.words();
    for (const Fault fault : kFaults) {
      before();
      const int64_t count = run(what, {fault, 0}).count;
      const bool many = fault == Fault::allocation;
      for (const int64_t at : places_to_fail(count, 25, many ? 30 : 10))
        for (const bool from_then_on : {false, true}) {
          SCOPED_TRACE(fmt::format("{} {} of {}{}", name_of(fault), at, count,
                                   from_then_on ? " and all after it" : ""));
          before();
          const Ended ended = run(what, {fault, at, from_then_on});
          expect_answer_or_sentence(ended, good);
          after(ended);
          if (HasFailure()) return;
        }
    }
  }

  static void expect_answer_or_sentence(const Ended& ended, const Ended& good) {
    ASSERT_TRUE(ended.in_order()) << ended.words();
    if (ended.code() == 0) {
      // What goes on without events says so.
      if (ended.out.find(kNotAll) != std::string::npos) return;
      if (ended.out.find(kNotJudged) != std::string::npos) return;
      EXPECT_EQ(ended.out, good.out) << ended.err;
      return;
    }
    EXPECT_EQ(ended.code(), 1) << ended.words();
    EXPECT_TRUE(ended.err.starts_with("nsys-ai: ")) << ended.err;
    EXPECT_THAT(ended.err, testing::Not(testing::HasSubstr("defect"))) << ended.words();
    EXPECT_LE(std::count(ended.err.begin(), ended.err.end(), '\n'), 2) << ended.err;
  }

  // What was written stays where only the words about it could not be had.
  static void expect_one_of(const std::string& bytes, const std::string& before, const std::string& after,
                            const Ended& ended) {
    EXPECT_TRUE(bytes == after || (ended.code() != 0 && bytes == before) ||
                bytes.find(kNotAll) != std::string::npos || bytes.find(kNotJudged) != std::string::npos)
        << bytes.substr(0, 200);
  }

  const TemporaryFolder work_;
};

TEST_F(Failing, ALoadASkillAndAQueryAnswerOrSayWhy) {
  const std::string path = profile().string();
  for (const std::vector<std::string>& words : {
           std::vector<std::string>{"info", path},
           {"overview", path},
           {"skill", "run", "top_kernels", path, "--format", "json"},
           {"query", path,
            "SELECT name, count(*) FROM kernel GROUP BY name ORDER BY printf('%s', name) DESC"},
       }) {
    SCOPED_TRACE(words[0]);
    fail_everywhere(
        command(words), [] {}, [](const Ended&) {});
  }
}

TEST_F(Failing, AnExportIsWholeOrNotThere) {
  for (const std::string format : {"json", "perfetto"}) {
    const auto what = command({"export", profile().string(), "--format", format, "-o", "trace"});
    const fs::path trace = folder() / "ws/trace";
    ASSERT_EQ(run(what).code(), 0);
    const std::string whole = bytes_of(trace);
    fail_everywhere(
        what, [&] { write_bytes(trace, "the trace before"); },
        [&](const Ended& ended) {
          expect_one_of(bytes_of(trace), "the trace before", whole, ended);
          EXPECT_EQ(names_in(folder() / "ws"), (std::set<std::string>{"run.sqlite", "trace"}));
        });
  }
}

TEST_F(Failing, ABookmarkIsKeptOrNotAndNoOtherIsLost) {
  const fs::path file = folder() / "ws/.nsys-ai/bookmarks.json";
  ASSERT_EQ(run(command({"bookmark", "add", profile().string(), "one", "--at", "0.0001"})).code(), 0);
  const std::string before = bytes_of(file);
  const auto what = command({"bookmark", "add", profile().string(), "two", "--at", "0.0002"});
  ASSERT_EQ(run(what).code(), 0);
  const std::string after = bytes_of(file);
  fail_everywhere(
      what, [&] { write_bytes(file, before); },
      [&](const Ended& ended) {
        expect_one_of(bytes_of(file), before, after, ended);
        EXPECT_EQ(names_in(folder() / "ws"),
                  (std::set<std::string>{"run.sqlite", ".nsys-ai/bookmarks.json"}));
      });
}

TEST_F(Failing, ColumnsAreCachedWholeOrNotAtAll) {
  const auto open = [this] {
    const ColumnCache cache({folder() / "cache", 1 << 30}, free_bytes_in, {.min_bytes = 0, .stable_ns = 0});
    const auto opened = load_profile(profile(), {}, {.window = {}, .column_cache = &cache});
    if (!opened) {
      std::fputs(("nsys-ai: " + opened.error().message + "\n").c_str(), stderr);
      return 1;
    }
    cache.keep(**opened, {});
    fmt::print("{} kernels, {} ranges\n", (*opened)->kernels().size(), (*opened)->nvtx().size());
    return 0;
  };
  const Ended good = run(open);
  for (const bool cached : {false, true})
    fail_everywhere(
        open,
        [&] {
          fs::remove_all(folder() / "cache");
          if (cached) run(open);
        },
        [&](const Ended&) {
          for (const std::string& name : names_in(folder() / "cache"))
            EXPECT_TRUE(name.ends_with(".columns") || name.ends_with(".lock")) << name;
          EXPECT_EQ(run(open).out, good.out);
        });
}

// It opens the profile with a client of its own and asks whatever an editor asks.
TEST_F(Failing, AServerWithoutAllItsThreadsAnswersOrEnds) {
  const auto what = command({"self-check", profile().string()});
  ASSERT_EQ(run(what).code(), 0);
  const int64_t count = run(what, {Fault::thread, 0}).count;
  ASSERT_GT(count, 0);
  for (int64_t at = 1; at <= count; ++at)
    for (const bool from_then_on : {false, true}) {
      const Ended ended = run(what, {Fault::thread, at, from_then_on});
      EXPECT_TRUE(ended.in_order() && ended.code() <= 1) << at << " of " << count << ": " << ended.words();
    }
}

TEST_F(Failing, AServerThatLacksMemoryOnceAnswersOrEnds) {
  const auto what = command({"self-check", profile().string()});
  const int64_t count = run(what, {Fault::allocation, 0}).count;
  ASSERT_GT(count, 0);
  for (const int64_t at : places_to_fail(count, 25, 100)) {
    const Ended ended = run(what, {Fault::allocation, at, false});
    EXPECT_TRUE(ended.in_order() && ended.code() <= 1) << at << " of " << count << ": " << ended.words();
  }
}

TEST_F(Failing, ALoadThatThrowsLeavesItsFileToTheNext) {
  Library library;
  int64_t count = 0;
  set_fault({Fault::allocation, 0});
  ASSERT_TRUE(library.open(profile(), {}));
  count = fault_count();
  clear_fault();
  for (const int64_t at : places_to_fail(count, 100, 100)) {
    Library fresh;
    set_fault({Fault::allocation, at});
    try {
      [[maybe_unused]] const auto failed = fresh.open(profile(), {});
    } catch (const std::bad_alloc&) {
    }
    clear_fault();
    Work impatient;
    std::thread alarm([&] {
      for (int waited = 0; waited < 500 && !impatient.cancel.cancelled(); ++waited)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      impatient.cancel.cancel();
    });
    const auto opened = fresh.open(profile(), impatient);
    impatient.cancel.cancel();
    alarm.join();
    ASSERT_TRUE(opened) << "allocation " << at << ": " << opened.error().message;
    EXPECT_EQ(opened->profile->kernels().size(), 3U);
  }
}

TEST_F(Failing, WorkIsDoneByTheThreadsThatThereAre) {
  for (const int64_t at : {1, 2, 3, 4}) {
    std::vector<int> done(100);
    set_fault({Fault::thread, at, true});
    parallel_for(4, done.size(), [&](size_t piece) { ++done[piece]; });
    clear_fault();
    EXPECT_THAT(done, testing::Each(1)) << at;
  }
}

TEST_F(Failing, TwoProcessesThatMarkPlacesLoseNone) {
  constexpr int kEach = 25;
  const std::vector<fs::path> workspace = {folder() / "ws"};
  std::vector<pid_t> children;
  for (const std::string who : {"a", "b", "c"}) {
    const pid_t child = ::fork();
    if (child == 0) {
      int failed = 0;
      for (int at = 0; at < kEach; ++at)
        failed += add_bookmark(workspace, {"run.sqlite", fmt::format("{}{}", who, at), {at, at}, ""}) ? 0 : 1;
      ::_exit(failed);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  const auto all = bookmarks(workspace, "run.sqlite");
  ASSERT_TRUE(all);
  EXPECT_EQ(all->size(), 3U * kEach);
  EXPECT_EQ(names_in(folder() / "ws"), (std::set<std::string>{"run.sqlite", ".nsys-ai/bookmarks.json"}));
}

TEST_F(Failing, AWriterThatIsBusyForTooLongIsNamed) {
  const fs::path lock = folder() / "ws/.nsys-ai/.bookmarks.lock";
  const auto held = FileLock::try_acquire(lock, LockKind::exclusive);
  ASSERT_TRUE(held && *held);
  const auto added = add_bookmark({folder() / "ws"}, {"run.sqlite", "x", {1, 1}, ""});
  ASSERT_FALSE(added);
  EXPECT_THAT(added.error().message, testing::HasSubstr("is being changed by another program"));
}

TEST_F(Failing, AFullDiskAndAFolderThatCannotBeWrittenToAreTold) {
  const std::string path = profile().string();
  const Ended full = run(command({"export", path, "-o", "/dev/full"}));
  EXPECT_EQ(full.code(), 1) << full.words();
  EXPECT_THAT(full.err, testing::HasSubstr("No space left"));
  // No file longer than a few bytes, as on a disk that is nearly full.
  const auto within = [&](const std::function<int()>& what) {
    return run([what] {
      std::signal(SIGXFSZ, SIG_IGN);
      const rlimit few{64, 64};
      ::setrlimit(RLIMIT_FSIZE, &few);
      return what();
    });
  };
  const Ended cut = within(command({"export", path, "-o", "trace"}));
  EXPECT_NE(cut.code(), 0);
  EXPECT_EQ(names_in(folder() / "ws"), std::set<std::string>{"run.sqlite"});
  const Ended marked = within(command({"bookmark", "add", path, "a place", "--at", "0.0001"}));
  EXPECT_NE(marked.code(), 0);
  EXPECT_EQ(names_in(folder() / "ws"), std::set<std::string>{"run.sqlite"});
  // A home that nothing can be made in, whoever the user is.
  ::setenv("NSYS_AI_CACHE_DIR", "/dev/null/cache", 1);
  ::setenv("HOME", "/dev/null", 1);
  EXPECT_EQ(run(command({"overview", path})).code(), 0);
  fs::remove_all(folder() / "ws/.nsys-ai");
  write_bytes(folder() / "ws/.nsys-ai", "");
  const Ended refused = run(command({"bookmark", "add", path, "a place", "--at", "0.0001"}));
  EXPECT_EQ(refused.code(), 1) << refused.words();
  EXPECT_THAT(refused.err, testing::HasSubstr("cannot be written"));
}

}  // namespace
}  // namespace nsys_ai::test
