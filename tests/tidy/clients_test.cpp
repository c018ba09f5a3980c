// What clients leave to the server: durations, thresholds and the words for them.
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/tidy/tree.h"

namespace nsys_ai::tidy {
namespace {

struct Forbidden {
  std::regex pattern;
  const char* why;
};

// Of a line without its comment and its texts.
const std::vector<Forbidden>& forbidden_in_code() {
  static const std::vector<Forbidden> all = {
      {std::regex(R"(\b(\w*Ns|\w*_ns|duration\w*|nanoseconds)\b\s*[-+*/%<>])"), "arithmetic on a time"},
      {std::regex(R"([-+*/%<>]\s*(\w+\.)*\w*(Ns|_ns)\b)"), "arithmetic on a time"},
      {std::regex(R"(\b1e[369]\b|\b1_?000_?000(_?000)?\b)"), "a conversion of units"},
      {std::regex(R"(\bthreshold\w*)"), "a threshold"},
      {std::regex(R"(\.toFixed\(|\.toPrecision\(|NumberFormat)"), "the words for a figure"},
  };
  return all;
}

// Of its texts too: how Lua writes a figure.
const std::vector<Forbidden>& forbidden_in_lua() {
  static const std::vector<Forbidden> all = {{std::regex(R"(%\d*\.\d+[efg])"), "the words for a figure"}};
  return all;
}

// What a client has to compute all the same.
struct Allowed {
  std::string path;
  std::string text;  // of the line; any line of the file where it is empty
  const char* why;
};
const std::vector<Allowed> kAllowed = {
    {"extensions/web/perfetto.js", "Number(trace.window.startNs) / 1e9", "Perfetto's page is told seconds."},
    {"extensions/web/perfetto.js", "Number(trace.window.endNs) / 1e9", "Perfetto's page is told seconds."},
    {"extensions/web/perfetto.js", "value.toFixed(1)", "Only the page knows how many bytes have come."},
    {"extensions/web/timeline_follow.js", "{ start, end: start + event.lengthNs }",
     "It places what it draws."},
    {"extensions/web/timeline_time.js", "", "The ruler has as many digits as its zoom needs."},
};

bool allows(const Allowed& allowed, const std::string& path, const std::string& line) {
  return allowed.path == path && line.find(allowed.text) != std::string::npos;
}

// Without texts, patterns and comments. Templates of JavaScript stay: code stands in them.
std::string code_of(const SourceFile& file, const std::string& line) {
  static const std::regex script(R"('([^'\\]|\\.)*'|"([^"\\]|\\.)*"|\(/([^/\\]|\\.)+/|//.*$|^\s*/?\*.*$)");
  static const std::regex lua(R"('([^'\\]|\\.)*'|"([^"\\]|\\.)*"|--.*$)");
  return std::regex_replace(line, file.extension() == ".lua" ? lua : script, "");
}

// Why a line is not one of a thin client, or null.
const char* fault_of(const SourceFile& file, const std::string& line) {
  const auto in = [](const std::vector<Forbidden>& forbidden, const std::string& text) -> const char* {
    for (const Forbidden& of : forbidden)
      if (std::regex_search(text, of.pattern)) return of.why;
    return nullptr;
  };
  if (const char* why = in(forbidden_in_code(), code_of(file, line))) return why;
  return file.extension() == ".lua" ? in(forbidden_in_lua(), line) : nullptr;
}

void expect_thin(const SourceFile& file) {
  for (size_t i = 0; i < file.lines.size(); ++i) {
    const std::string& line = file.lines[i];
    const char* fault = fault_of(file, line);
    const bool allowed =
        std::ranges::any_of(kAllowed, [&](const Allowed& each) { return allows(each, file.path, line); });
    EXPECT_TRUE(fault == nullptr || allowed) << file.path << ":" << i + 1 << " has " << fault << ": " << line;
  }
}

void expect_all_thin(const std::vector<const SourceFile*>& files) {
  EXPECT_GT(files.size(), 10u);
  for (const SourceFile* file : files)
    if (!file->path.ends_with(".generated.ts")) expect_thin(*file);
}

TEST(Clients, OfVsCodeComputeNoTimeAndPickNoThreshold) {
  expect_all_thin(files_below("extensions/vscode/src", {".ts"}));
}

TEST(Clients, OfNeovimComputeNoTimeAndPickNoThreshold) {
  expect_all_thin(files_below("extensions/nvim", {".lua"}));
}

TEST(Clients, InABrowserComputeNoTimeAndPickNoThreshold) {
  expect_all_thin(files_below("extensions/web", {".js"}));
}

TEST(Clients, ComputeAllThatTheyMay) {
  for (const Allowed& each : kAllowed) {
    const SourceFile* file = find_file(each.path);
    ASSERT_NE(file, nullptr) << each.path;
    EXPECT_TRUE(std::ranges::any_of(file->lines,
                                    [&](const std::string& line) {
                                      return allows(each, file->path, line) &&
                                             fault_of(*file, line) != nullptr;
                                    }))
        << each.path << " no longer has: " << each.text;
  }
}

// By the path of a module without its ending: those that it imports.
using Imports = std::map<std::string, std::vector<std::string>>;

Imports imports_of(const std::vector<const SourceFile*>& files) {
  static const std::regex import(R"(\b(?:from|import) '(\.[^']*)')");
  Imports imports;
  for (const SourceFile* file : files) {
    std::vector<std::string>& all = imports[file->path.substr(0, file->path.rfind('.'))];
    for (const std::string& line : file->lines)
      for (auto at = std::sregex_iterator(line.begin(), line.end(), import); at != std::sregex_iterator();
           ++at) {
        std::string path =
            (std::filesystem::path(file->folder()) / (*at)[1].str()).lexically_normal().generic_string();
        if (path.ends_with(".js")) path.resize(path.size() - 3);
        all.push_back(std::move(path));
      }
  }
  return imports;
}

// The modules of a circle, each of which imports the next; none where there is no circle.
std::vector<std::string> circle_in(const Imports& imports) {
  std::set<std::string> done;
  std::vector<std::string> way;
  const auto walk = [&](const auto& self, const std::string& module) -> bool {
    if (const auto again = std::ranges::find(way, module); again != way.end()) {
      way.erase(way.begin(), again);
      return true;
    }
    const auto found = imports.find(module);
    if (found == imports.end() || !done.insert(module).second) return false;
    way.push_back(module);
    for (const std::string& next : found->second)
      if (self(self, next)) return true;
    way.pop_back();
    return false;
  };
  for (const auto& [module, ignored] : imports)
    if (walk(walk, module)) return way;
  return {};
}

TEST(Clients, OfVsCodeAndTheBrowserHaveNoModulesThatImportEachOther) {
  for (const auto& files :
       {files_below("extensions/vscode/src", {".ts"}), files_below("extensions/web", {".js"})}) {
    const Imports imports = imports_of(files);
    EXPECT_TRUE(std::ranges::any_of(imports, [&](const auto& of) { return !of.second.empty(); }));
    EXPECT_EQ(circle_in(imports), std::vector<std::string>());
  }
  const std::vector<std::string> circle = {"a", "b"};
  EXPECT_EQ(circle_in({{"a", {"b"}}, {"b", {"c", "a"}}, {"c", {}}}), circle);
}

const SourceFile kGuiltyScript{"made.ts", {"const span = endNs - startNs;"}};
const SourceFile kGuiltyLua{"made.lua", {"-- a - startNs", "say((\"%.1f ms\"):format(took))"}};

TEST(Clients, AreSeenToComputeWhereTheyWould) {
  EXPECT_NONFATAL_FAILURE(expect_thin(kGuiltyScript), "arithmetic on a time");
  EXPECT_NONFATAL_FAILURE(expect_thin(kGuiltyLua), "made.lua:2 has the words for a figure");
}

}  // namespace
}  // namespace nsys_ai::tidy
