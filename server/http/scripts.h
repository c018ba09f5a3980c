// Scripts and styles of the pages, as a browser gets them: a script with all that it imports in one file,
// compressed once, under a name that may be kept for ever.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace nsys_ai {

// A part of their names; another one in every version of the program that has other files.
const std::string& scripts_version();

// A module of extensions/web and what it imports, as one module. Each import is a line `import { a, b as c }
// from
// './x.js';`, each export stands before a class, a function or a const, and none imports itself in a round.
std::string linked_script(std::string_view name);

struct Script {
  std::string_view content_type;
  std::string text;
  std::string zipped;  // the same by gzip
};
// Thread-safe. Nothing where there is no such file, or it is the template of a page.
std::shared_ptr<const Script> script(const std::string& name);

}  // namespace nsys_ai
