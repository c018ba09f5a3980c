// The steps of the check and their durations.
#include "features/session/self_check.h"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <thread>

#include "base/memory.h"
#include "base/text_table.h"
#include "base/version.h"
#include "features/documents/virtual_document.h"
#include "features/session/self_client.h"
#include "features/workspace/file_uri.h"

namespace nsys_ai {
namespace {

using Clock = std::chrono::steady_clock;

// The check hovers over this many lines of the overview to find one that names something.
constexpr int64_t kMaxCheckedLines = 500;

void set_members(Json&) {}
template <class... More>
void set_members(Json& json, std::string_view name, Json value, More&&... more) {
  json.set(name, std::move(value));
  set_members(json, std::forward<More>(more)...);
}

// Takes names and values alternately. Not an initializer list, because GCC 12 destroys an element twice when
// a copy out of the list throws.
template <class... Members>
Json object_of(Members&&... members) {
  Json json = Json::object();
  set_members(json, std::forward<Members>(members)...);
  return json;
}

std::string system_line() {
  utsname system{};
  ::uname(&system);
  const auto limit = memory_limit();
  return fmt::format("nsys-ai {} on {} {} {}, {} cores, {} of memory to use{}", kProgramVersion,
                     system.sysname, system.release, system.machine, std::thread::hardware_concurrency(),
                     readable_bytes(memory_left()), limit ? " of a limit of " + readable_bytes(*limit) : "");
}

class Check {
 public:
  Check(const std::string& profile, const std::function<void(const std::string&)>& say)
      : path_(std::filesystem::absolute(profile)), say_(say) {}

  Result<void> run() {
    say_(system_line());
    if (auto done = step("begin a session", &Check::begin); !done) return done;
    if (auto done = step("open the profile", &Check::open); !done) return done;
    for (const std::string& note : notes_) say_("note  " + anonymous(one_line(note)));
    if (auto done = step("show the overview", &Check::show); !done) return done;
    if (auto done = step("hover over it", &Check::hover); !done) return done;
    if (auto done = step("run a skill", &Check::run_skill); !done) return done;
    if (auto done = step("run a query", &Check::query); !done) return done;
    if (auto done = step("serve a trace", &Check::serve_trace); !done) return done;
    if (auto done = step("close the profile", &Check::close); !done) return done;
    return step("end the session", &Check::end);
  }

 private:
  // A short description of what a step found.
  using Found = Result<std::string>;

  Result<void> step(std::string_view what, Found (Check::*todo)()) {
    const auto begun = Clock::now();
    const Found found = (this->*todo)();
    const std::chrono::duration<double, std::milli> took = Clock::now() - begun;
    const std::string line = fmt::format("{:<18} {:>10.1f} ms {:>10} in memory", what, took.count(),
                                         readable_bytes(memory_resident()));
    if (found) {
      say_("ok    " + line + (found->empty() ? "" : "   " + *found));
      return {};
    }
    say_("fails " + line);
    return fail(ErrorCode::cannot_do,
                anonymous(fmt::format("It fails to {}: {}", what, found.error().message)),
                anonymous(found.error().hint));
  }

  // Removes paths, which could reveal a person's name and project.
  std::string anonymous(std::string text) const {
    for (const std::string& name : {path_.string(), path_.filename().string()})
      for (size_t at = 0; !name.empty() && (at = text.find(name, at)) != std::string::npos;)
        text.replace(at, name.size(), "PROFILE");
    return text;
  }

  Found begin() {
    const auto begun = client_.ask("initialize", object_of("capabilities", Json::object()));
    if (!begun) return tl::unexpected(begun.error());
    client_.notify("initialized", Json::object());
    return "";
  }

  Found open() {
    const auto opened = client_.ask("nsys/openProfile", object_of("path", uri_of_file(path_)));
    if (!opened) return tl::unexpected(opened.error());
    profile_ = *opened->find("profile");
    for (const Json& note : *opened->find("notes")->if_array()) notes_.push_back(*note.if_string());
    const auto count = [&](std::string_view name) {
      return readable_count(opened->find(name)->if_integer().value_or(0));
    };
    return fmt::format("{} file, schema {}, kernels: {}, copies: {}, calls: {}, NVTX ranges: {}",
                       readable_bytes(opened->find("fileBytes")->if_integer().value_or(0)),
                       shortened(one_line(*opened->find("schemaVersion")->if_string()), 20), count("kernels"),
                       count("copies"), count("calls"), count("nvtxRanges"));
  }

  Found show() {
    const auto shown = client_.ask("nsys/document", object_of("uri", uri()));
    if (!shown) return tl::unexpected(shown.error());
    const std::string& text = *shown->find("text")->if_string();
    lines_ = std::ranges::count(text, '\n');
    return fmt::format("{} lines", lines_);
  }

  Found hover() {
    int64_t found = 0;
    const int64_t count = std::min<int64_t>(lines_, kMaxCheckedLines);
    for (int64_t line = 0; line < count; ++line) {
      const auto card =
          client_.ask("textDocument/hover", object_of("textDocument", object_of("uri", uri()), "position",
                                                      object_of("line", line, "character", 0)));
      if (!card) return tl::unexpected(card.error());
      found += card->is_null() ? 0 : 1;
    }
    return fmt::format("{} of {} lines have a card", found, count);
  }

  Found run_skill() {
    const auto answer = client_.ask("nsys/runSkill", object_of("profile", profile_, "skill", "top_kernels"));
    if (!answer) return tl::unexpected(answer.error());
    return fmt::format("{}, {} rows", *answer->find("outcome")->if_string(),
                       answer->find("total_rows")->if_integer().value_or(0));
  }

  Found query() {
    const auto answer = client_.ask(
        "nsys/query", object_of("profile", profile_, "sql", "SELECT count(*) AS kernels FROM kernel"));
    if (!answer) return tl::unexpected(answer.error());
    return "";
  }

  Found serve_trace() {
    const auto shown = client_.ask("nsys/openInPerfetto", object_of("profile", profile_));
    if (!shown) return tl::unexpected(shown.error());
    const auto port = static_cast<uint16_t>(shown->find("port")->if_integer().value_or(0));
    auto browser = Transport::socket(port);
    if (!browser) return fail(ErrorCode::cannot_do, "the server's own port cannot be reached.");
    browser->write(fmt::format("GET {}/trace HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\r\n",
                               *shown->find("path")->if_string(), port));
    std::string head;
    int64_t bytes = 0;
    std::array<char, 65536> piece;
    while (const size_t count = browser->read(piece)) {
      bytes += static_cast<int64_t>(count);
      if (head.size() < 12) head.append(piece.data(), std::min<size_t>(count, 12));
    }
    if (!head.starts_with("HTTP/1.1 200"))
      return fail(ErrorCode::cannot_do, "the trace was refused: " + one_line(head.substr(0, 12)) + ".");
    return readable_bytes(bytes);
  }

  Found close() {
    const auto closed = client_.ask("nsys/closeProfile", object_of("profile", profile_));
    if (!closed) return tl::unexpected(closed.error());
    return "";
  }

  Found end() {
    const auto ended = client_.ask("shutdown", Json::object());
    if (!ended) return tl::unexpected(ended.error());
    client_.notify("exit", Json::object());
    const int code = client_.wait_for_end();
    if (code != 0) return fail(ErrorCode::internal_error, fmt::format("it ended with code {}.", code));
    return "";
  }

  std::string uri() const { return uri_of({"overview", path_}); }

  const std::filesystem::path path_;
  const std::function<void(const std::string&)>& say_;
  Server server_;
  SelfClient client_{server_};
  Json profile_;
  int64_t lines_ = 0;
  std::vector<std::string> notes_;  // about the profile
};

}  // namespace

Result<void> self_check(const std::string& profile, const std::function<void(const std::string&)>& say) {
  return Check(profile, say).run();
}

}  // namespace nsys_ai
