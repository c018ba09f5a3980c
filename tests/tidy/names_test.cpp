// One definition a name: two types of one name in two layers are one to the linker where nothing parts them,
// and puzzle a reader wherever something does.
#include <gtest/gtest.h>

#include <map>
#include <regex>

#include "tests/tidy/tree.h"

namespace nsys_ai::tidy {
namespace {

struct Definition {
  std::string name;  // of a function with its parameters
  std::string where;
  bool unnamed = false;  // in an unnamed namespace
};

// What follows is at the left margin, as clang-format leaves it; members are not.
const std::regex kType(R"(^(?:class|struct|union|enum class|enum|concept)\s+(\w+)\b(?!\s*[<;:]{2})([^;]*)$)");
const std::regex kAlias(R"(^using\s+(\w+)\s*=)");
const std::regex kOneLineType(R"(^(?:class|struct|union|enum class|enum)\s+(\w+)\b[^;<]*\{.*\};$)");
const std::regex kFunction(
    R"(^(?:\[\[\w+\]\] )?(?:inline |constexpr |static |const )*[\w:]+(?:<[^()]*>)?[\s*&]+(\w+)\()");

const std::regex kConstant(
    R"(^(?:inline |static )*(?:constexpr|const) [\w:<>,* ]+?[\s*&](k[A-Z]\w*)(?:\[\w*\])?\s*(?:=|\{|\())");

std::string scope_of(const std::vector<std::string>& namespaces) {
  std::string scope;
  for (const std::string& name : namespaces)
    if (!name.empty()) scope += name + "::";
  return scope;
}

// `name(parameters)` as it stands from `line` on, with single blanks; empty where it does not end soon, and
// where it is a declaration in an unnamed namespace.
std::string signature(const SourceFile& file, size_t line, const std::string& name, bool unnamed) {
  std::string text;
  for (size_t i = line; i < std::min(file.lines.size(), line + 8); ++i) text += file.lines[i] + " ";
  const size_t begin = text.find(name + "(");
  size_t depth = 0;
  for (size_t at = begin + name.size(); at < text.size(); ++at) {
    depth += text[at] == '(' ? 1 : 0;
    depth -= text[at] == ')' ? 1 : 0;
    if (depth != 0) continue;
    if (unnamed && text[at + 1] == ';') return "";
    return std::regex_replace(text.substr(begin, at + 1 - begin), std::regex("\\s+"), " ");
  }
  return "";
}

// What the line defines, if anything: functions in headers and unnamed namespaces alone, since a source
// defines what its header declares.
std::string defined_by(const SourceFile& file, size_t line, bool unnamed) {
  const std::string& text = file.lines[line];
  std::smatch match;
  // One alias may be given twice.
  if (!unnamed && std::regex_search(text, match, kAlias)) return match[1];
  if (std::regex_search(text, match, kOneLineType)) return match[1];
  if (std::regex_search(text, match, kType) && !match.str(2).starts_with("<") && text.ends_with("{"))
    return match[1];
  if ((unnamed || file.extension() == ".h") && std::regex_search(text, match, kConstant)) return match[1];
  if ((unnamed || file.extension() == ".h") && std::regex_search(text, match, kFunction))
    return signature(file, line, match[1], unnamed);
  return "";
}

void add_definitions(const SourceFile& file, std::vector<Definition>& all) {
  std::vector<std::string> namespaces;
  bool is_template = false;
  for (size_t i = 0; i < file.lines.size(); ++i) {
    const std::string& line = file.lines[i];
    if (line.starts_with("namespace ") && line.ends_with("{")) {
      namespaces.push_back(line == "namespace {" ? "" : line.substr(10, line.size() - 12));
      continue;
    }
    if (line.starts_with("}  // namespace") && !namespaces.empty()) namespaces.pop_back();
    if (line.empty() || line.front() == ' ' || line.front() == '#') continue;
    // Overloads of templates are told apart by constraints.
    const bool after_template = is_template;
    is_template = line.starts_with("template");
    const bool unnamed = std::find(namespaces.begin(), namespaces.end(), "") != namespaces.end();
    const std::string name = defined_by(file, i, unnamed);
    if (name.empty() || (after_template && name.find('(') != std::string::npos)) continue;
    all.push_back({scope_of(namespaces) + name, file.path + ":" + std::to_string(i + 1), unnamed});
  }
}

std::vector<Definition> definitions() {
  std::vector<Definition> all;
  for (const SourceFile& file : source_files())
    if ((file.extension() == ".h" || file.extension() == ".cpp") && !file.path.starts_with("tests/"))
      add_definitions(file, all);
  return all;
}

std::vector<Definition> definitions_in(std::string_view folder) {
  std::vector<Definition> all;
  for (const SourceFile* file : files_in(folder, {".cpp", ".h"})) add_definitions(*file, all);
  return all;
}

// `name(types)` of `name(parameters)`: what tells overloads apart.
std::string without_parameter_names(const std::string& signature) {
  static const std::regex value(R"( = [^,()]*(?:\([^()]*\))?)");
  static const std::regex parameter(R"(([>&*\]\w]) ?\b\w+(?=,|\)$))");
  return std::regex_replace(std::regex_replace(signature, value, ""), parameter, "$1");
}

TEST(Names, AreDefinedOnce) {
  std::map<std::string, std::string> seen;
  size_t types = 0;
  for (const Definition& of : definitions()) {
    if (of.unnamed) continue;
    const auto [first, is_new] = seen.emplace(without_parameter_names(of.name), of.where);
    EXPECT_TRUE(is_new) << of.name << " is defined at " << first->second << " and at " << of.where;
    types += of.name.find('(') == std::string::npos ? 1 : 0;
  }
  EXPECT_GT(types, 500u) << "the definitions were not found";
}

// All layers share one namespace: a file that defines for itself what any header defines for all makes either
// name ambiguous. Overloads are told apart by the compiler.
TEST(Names, OfOneFileAreNotThoseOfAHeader) {
  std::map<std::string, std::string> known;
  for (const Definition& of : definitions())
    if (!of.unnamed) known.emplace(of.name, of.where);
  for (const Definition& of : definitions()) {
    if (!of.unnamed || of.name.find('(') != std::string::npos) continue;
    const auto found = known.find(of.name);
    EXPECT_TRUE(found == known.end())
        << of.where << " defines " << of.name << " for itself, which is public at " << found->second;
  }
}

// Sources of one library are compiled together, more or fewer at a time: what each names for itself is unique
// in it. Those of kernel names are alike, and compiled alone.
constexpr const char* kAlone = "server/analysis/kernel_names/schemes/";
TEST(Names, OfOneFileAreUniqueInItsLibrary) {
  std::map<std::string, std::string> seen;
  size_t functions = 0;
  for (const Definition& of : definitions()) {
    if (!of.unnamed || of.where.find(kAlone) != std::string::npos) continue;
    const size_t folder = of.where.find('/', of.where.starts_with("server/") ? 7 : 0);
    const auto [first, is_new] =
        seen.emplace(of.where.substr(0, folder) + " " + without_parameter_names(of.name), of.where);
    EXPECT_TRUE(is_new) << of.name << " is defined at " << first->second << " and at " << of.where;
    functions += of.name.find('(') == std::string::npos ? 0 : 1;
  }
  EXPECT_GT(functions, 1000u) << "the functions were not found";
}

// `name` of `scope::name(parameters)` and of `scope::name`.
std::string bare_name(const std::string& definition) {
  const std::string name = definition.substr(0, definition.find('('));
  const size_t scope = name.rfind("::");
  return scope == std::string::npos ? name : name.substr(scope + 2);
}

// Tests of units are compiled together as well. They call much and define little, so that one name is enough
// for them to be told apart: what another file overloads might be taken in place of what was meant.
TEST(Names, OfOneUnitTestAreUniqueAmongThem) {
  std::map<std::string, std::string> seen;  // the file by name
  size_t functions = 0;
  for (const Definition& of : definitions_in("tests/unit")) {
    const std::string name = bare_name(of.name);
    if (name == "PrintTo") continue;  // GoogleTest's, of each type
    const std::string file = of.where.substr(0, of.where.find(':'));
    const auto [first, is_new] = seen.emplace(name, file);
    EXPECT_TRUE(is_new || first->second == file)
        << of.where << " defines " << name << ", as " << first->second << " does";
    functions += of.name.find('(') == std::string::npos ? 0 : 1;
  }
  EXPECT_GT(functions, 200u) << "the functions were not found";
}

}  // namespace
}  // namespace nsys_ai::tidy
