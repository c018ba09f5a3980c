// The source tree as the tidiness tests see it: files, their lines and includes, and what CMake says of a
// layer.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace nsys_ai::tidy {

// A text file of the project. `path` is relative to the root, with slashes.
struct SourceFile {
  std::string path;
  std::vector<std::string> lines;

  std::string folder() const;     // `server/base`
  std::string extension() const;  // `.cpp`
};

// Every text file of the project's own folders, by path; builds and packages of others are left out.
const std::vector<SourceFile>& source_files();
// Those directly in a folder, with one of the extensions.
std::vector<const SourceFile*> files_in(std::string_view folder, const std::set<std::string>& extensions);
// Those in a folder and in the rooms of it.
std::vector<const SourceFile*> files_below(std::string_view folder, const std::set<std::string>& extensions);
const SourceFile* find_file(const std::string& path);
std::string text_of(const SourceFile& file);
// Its name without folder and ending.
std::string stem_of(const SourceFile& file);

struct Include {
  int line = 0;
  std::string name;  // what stands between the quotes or brackets
  bool quoted = false;
};
std::vector<Include> includes_of(const SourceFile& file);

// The words of the first nsys_layer(...) of a CMakeLists.txt, by keyword: SOURCES, ALONE, LINKS, PACKAGES.
std::map<std::string, std::vector<std::string>> layer_call(const SourceFile& cmake);

// An entry of a .def list: NSYS_KIND(name) or NSYS_KIND(name, file); a file without a word of its own is that
// of its name.
struct ListEntry {
  std::string name;
  std::string file;  // without its ending
};
std::vector<ListEntry> entries_of(const SourceFile& list);
// Those of the lists whose sources a CMakeLists.txt takes with nsys_listed(...).
std::vector<ListEntry> listed_by(const SourceFile& cmake);

// Every text between `open` and `close` on one line, in order: the names of a list in the source.
std::vector<std::string> between(const SourceFile& file, std::string_view open, std::string_view close);

}  // namespace nsys_ai::tidy
