// Writes the profiles and files of a case into a folder, and runs its commands there.
#include "golden_run.h"

#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <stdexcept>

#include "shell.h"
#include "tests/support/places.h"
#include "tests/support/sketch.h"

namespace nsys_ai::test {
namespace {

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

std::string sketch_file(const std::string& name) {
  std::ifstream stream(source_folder() / "tests/support" / name);
  if (!stream) throw std::runtime_error("there is no sketch tests/support/" + name);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

class Scene {
 public:
  void write_profile(const GoldenStep& step) {
    std::istringstream words(step.line);
    std::string name, how;
    words >> name >> how;
    variables_[name] = (folder_.path() / (name + ".sqlite")).string();
    if (how.ends_with(".sketch"))
      sketch::write(sketch_file(how), variables_[name]);
    else if (how.empty())
      sketch::write(joined(step.further), variables_[name]);
    else
      sketch::write(joined(step.further), variables_[name], how);
  }

  void write_file(const GoldenStep& step) {
    variables_[step.line] = (folder_.path() / step.line).string();
    std::ofstream(variables_[step.line], std::ios::binary) << joined(step.further);
  }

  void add_mask(const std::string& line) {
    const size_t arrow = line.find(" => ");
    if (arrow == std::string::npos) throw std::runtime_error("a mask is written REGEX => TEXT");
    masks_.emplace_back(std::regex(line.substr(0, arrow)), line.substr(arrow + 4));
  }

  void run(GoldenStep& step) const {
    const ShellRun run = run_shell(step.line, folder_.path(), variables_);
    step.exit_code = run.exit_code;
    step.further = output_lines(masked(visible(run.output)));
  }

 private:
  std::string masked(std::string text) const {
    for (const auto& [name, path] : variables_) replace_all(text, path, "$" + name);
    replace_all(text, folder_.path().string(), "$DIR");
    for (const auto& [pattern, replacement] : masks_) text = std::regex_replace(text, pattern, replacement);
    return text;
  }

  TempFolder folder_;
  std::map<std::string, std::string> variables_;  // paths by name
  std::vector<std::pair<std::regex, std::string>> masks_;
};

}  // namespace

GoldenCase run_golden(const GoldenFile& file, const GoldenCase& one) {
  Scene scene;
  for (const std::string& line : file.preface)
    if (line.starts_with("mask ")) scene.add_mask(line.substr(5));
  GoldenCase run{one.title, {}};
  for (GoldenStep step : one.steps) {
    switch (step.kind) {
      case GoldenStep::Kind::profile:
        scene.write_profile(step);
        break;
      case GoldenStep::Kind::file:
        scene.write_file(step);
        break;
      case GoldenStep::Kind::mask:
        scene.add_mask(step.line);
        break;
      case GoldenStep::Kind::command:
        scene.run(step);
        break;
      case GoldenStep::Kind::text:
        break;
    }
    run.steps.push_back(std::move(step));
  }
  return run;
}

}  // namespace nsys_ai::test
