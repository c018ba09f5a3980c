// Scripts and styles of the pages in the form that browsers load: a script and its imports in one file,
// compressed once, under a name that browsers may cache for ever.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace nsys_ai {

// A part of the files' names, which differs between versions of the program with different files.
const std::string& scripts_version();

// Links a module of extensions/web and its imports into one module. Each import is a line `import { a, b as c
// } from './x.js';`, each export precedes a class, a function or a const, and imports form no cycle.
std::string linked_script(std::string_view name);

struct Script {
  std::string_view content_type;
  std::string text;
  std::string zipped;  // the same, compressed with gzip
};
// Thread-safe. Null if the file does not exist or is the template of a page.
std::shared_ptr<const Script> script(const std::string& name);

}  // namespace nsys_ai
