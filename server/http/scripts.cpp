// Links modules by wrapping each into a function, in the order of their dependencies.
#include "http/scripts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <vector>

#include "base/gzip.h"
#include "http/assets.h"
#include "http/fingerprint.h"

namespace nsys_ai {
namespace {

constexpr std::string_view kImport = "import { ";
constexpr std::string_view kExport = "export ";

class Linker {
 public:
  // The number of a module, which it adds to the text before all modules that import it.
  size_t add(std::string_view name) {
    const auto known = numbers_.find(name);
    if (known != numbers_.end()) return known->second;
    const std::optional<Asset> file = asset(name);
    std::string body;
    std::string exported;
    for (std::string_view rest = file ? file->bytes : ""; !rest.empty();) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(rest.size(), line.size() + 1));
      body += line.starts_with(kImport) ? imported(line) : without_export(line, exported);
      body += '\n';
    }
    const size_t number = numbers_.size();
    numbers_.emplace(name, number);
    exported_ = exported;
    text_ += fmt::format("const m{} = (() => {{\n{}return {{ {} }};\n}})();\n", number, body, exported);
    return number;
  }
  // The most recently added module exports the result.
  std::string take() {
    if (exported_.empty()) return std::move(text_);
    return fmt::format("{}export const {{ {} }} = m{};\n", text_, exported_, numbers_.size() - 1);
  }

 private:
  // `import { a, b as c } from './x.js';`
  std::string imported(std::string_view line) {
    const size_t end = line.find(" } from './");
    std::string names(line.substr(kImport.size(), end - kImport.size()));
    for (size_t as = names.find(" as "); as != std::string::npos; as = names.find(" as "))
      names.replace(as, 4, ": ");
    const size_t from = end + std::string_view(" } from './").size();
    return fmt::format("const {{ {} }} = m{};", names, add(line.substr(from, line.find('\'', from) - from)));
  }

  static std::string_view without_export(std::string_view line, std::string& exported) {
    if (!line.starts_with(kExport)) return line;
    line.remove_prefix(kExport.size());
    std::string_view at = line;
    for (const std::string_view word : {"async ", "function ", "class ", "const "})
      if (at.starts_with(word)) at.remove_prefix(word.size());
    const size_t end =
        std::find_if(
            at.begin(), at.end(),
            [](char c) { return !std::isalnum(static_cast<unsigned char>(c)) && c != '_' && c != '$'; }) -
        at.begin();
    exported.append(exported.empty() ? "" : ", ").append(at.substr(0, end));
    return line;
  }

  std::map<std::string, size_t, std::less<>> numbers_;
  std::string text_;
  std::string exported_;
};

}  // namespace

const std::string& scripts_version() {
  static const std::string version = [] {
    Fingerprint print;
    for (const EmbeddedFile& file : web_files()) {
      print.add(file.name);
      print.add(file.content);
    }
    return print.text();
  }();
  return version;
}

std::string linked_script(std::string_view name) {
  Linker linker;
  linker.add(name);
  return linker.take();
}

std::shared_ptr<const Script> script(const std::string& name) {
  static std::mutex lock;
  static std::map<std::string, std::shared_ptr<const Script>> known;
  const std::optional<Asset> file = asset(name);
  if (!file || name.ends_with(".html")) return nullptr;
  const std::lock_guard guard(lock);
  auto& found = known[name];
  if (!found) {
    Script made{file->content_type, name.ends_with(".js") ? linked_script(name) : std::string(file->bytes),
                ""};
    made.zipped = gzipped(made.text);
    found = std::make_shared<const Script>(std::move(made));
  }
  return found;
}

}  // namespace nsys_ai
