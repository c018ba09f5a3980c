// Reads the tree once, below the root that CMake names.
#include "tests/tidy/tree.h"
#include "tests/support/places.h"

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>

namespace nsys_ai::tidy {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTop[] = {"protocol", "server", "skills", "extensions", "tests", "docs"};
const std::set<std::string> kNotOurs = {"node_modules", "build", "dist", "out"};

SourceFile read(const fs::path& root, const fs::path& path) {
  SourceFile file{fs::relative(path, root).generic_string(), {}};
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) file.lines.push_back(line);
  return file;
}

bool is_text(const fs::path& path) {
  static const std::set<std::string> endings = {".cpp",  ".h",      ".def",  ".cmake", ".txt",  ".md",
                                                ".lua",  ".js",     ".mjs",  ".ts",    ".sh",   ".css",
                                                ".html", ".sketch", ".test", ".sql",   ".json", ".proto"};
  return endings.contains(path.extension().string());
}

std::vector<SourceFile> read_tree() {
  const fs::path root = test::source_folder();
  std::vector<SourceFile> files{read(root, root / "CMakeLists.txt"), read(root, root / "dev")};
  for (const auto& command : fs::directory_iterator(root / ".dev"))
    files.push_back(read(root, command.path()));
  for (const std::string_view top : kTop) {
    for (auto at = fs::recursive_directory_iterator(root / top); at != fs::recursive_directory_iterator();
         ++at) {
      if (at->is_directory() && kNotOurs.contains(at->path().filename().string()))
        at.disable_recursion_pending();
      if (at->is_regular_file() && is_text(at->path())) files.push_back(read(root, at->path()));
    }
  }
  std::sort(files.begin(), files.end(),
            [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
  return files;
}

}  // namespace

std::string SourceFile::folder() const { return fs::path(path).parent_path().generic_string(); }
std::string SourceFile::extension() const { return fs::path(path).extension().string(); }

const std::vector<SourceFile>& source_files() {
  static const std::vector<SourceFile> files = read_tree();
  return files;
}

std::vector<const SourceFile*> files_in(std::string_view folder, const std::set<std::string>& extensions) {
  std::vector<const SourceFile*> found;
  for (const SourceFile& file : source_files())
    if (file.folder() == folder && extensions.contains(file.extension())) found.push_back(&file);
  return found;
}

std::vector<const SourceFile*> files_below(std::string_view folder, const std::set<std::string>& extensions) {
  std::vector<const SourceFile*> found;
  for (const SourceFile& file : source_files())
    if (file.path.starts_with(std::string(folder) + "/") && extensions.contains(file.extension()))
      found.push_back(&file);
  return found;
}

const SourceFile* find_file(const std::string& path) {
  for (const SourceFile& file : source_files())
    if (file.path == path) return &file;
  return nullptr;
}

std::string text_of(const SourceFile& file) {
  std::string text;
  for (const std::string& line : file.lines) text += line + "\n";
  return text;
}

std::string stem_of(const SourceFile& file) { return fs::path(file.path).stem().string(); }

std::vector<Include> includes_of(const SourceFile& file) {
  constexpr std::string_view kInclude = "#include ";
  std::vector<Include> includes;
  for (size_t i = 0; i < file.lines.size(); ++i) {
    const std::string_view line = file.lines[i];
    if (!line.starts_with(kInclude)) continue;
    const std::string_view rest = line.substr(kInclude.size());
    const size_t end = rest.find_first_of("\">", 1);
    if (end == std::string_view::npos) continue;
    includes.push_back({static_cast<int>(i + 1), std::string(rest.substr(1, end - 1)), rest.front() == '"'});
  }
  return includes;
}

std::map<std::string, std::vector<std::string>> layer_call(const SourceFile& cmake) {
  std::map<std::string, std::vector<std::string>> call;
  const std::string text = text_of(cmake);
  const size_t begin = text.find("nsys_layer(");
  if (begin == std::string::npos) return call;
  std::istringstream words(text.substr(begin, text.find(')', begin) - begin));
  std::string keyword = "NAME";
  for (std::string word; words >> word;) {
    if (word == "SOURCES" || word == "ALONE" || word == "LINKS" || word == "PACKAGES")
      keyword = word;
    else
      call[keyword].push_back(word);
  }
  return call;
}

std::vector<ListEntry> entries_of(const SourceFile& list) {
  static const std::regex entry(R"(^NSYS_[A-Z_]+\((\w+)(, (\w+))?\)$)");
  std::vector<ListEntry> entries;
  std::smatch match;
  for (const std::string& line : list.lines)
    if (std::regex_match(line, match, entry))
      entries.push_back({match[1].str(), match[3].matched ? match[3].str() : match[1].str()});
  return entries;
}

std::vector<ListEntry> listed_by(const SourceFile& cmake) {
  std::vector<ListEntry> all;
  for (const std::string& call : between(cmake, "nsys_listed(", ")")) {
    const SourceFile* list = find_file(cmake.folder() + "/" + call.substr(call.find(' ') + 1));
    if (list == nullptr) continue;
    for (ListEntry& entry : entries_of(*list)) all.push_back(std::move(entry));
  }
  return all;
}

std::vector<std::string> between(const SourceFile& file, std::string_view open, std::string_view close) {
  std::vector<std::string> found;
  for (const std::string_view line : file.lines) {
    for (size_t at = line.find(open); at != std::string_view::npos; at = line.find(open, at)) {
      at += open.size();
      const size_t end = line.find(close, at);
      if (end == std::string_view::npos) break;
      found.emplace_back(line.substr(at, end - at));
      at = end;
    }
  }
  return found;
}

}  // namespace nsys_ai::tidy
