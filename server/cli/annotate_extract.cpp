// nsys-ai annotate extract: a script that runs one function alone, with inputs of the shapes that are known.
#include "cli/annotate_extract.h"

#include <fmt/format.h>

#include <cerrno>

#include "analysis/nvtx/first_operators.h"
#include "annotate/python_sources.h"
#include "cli/common.h"
#include "cli/output_file.h"

namespace nsys_ai {
namespace {

struct ExtractOptions {
  std::string source;
  std::string function;
  std::string profile;
  std::string output;
};

Result<std::vector<ShapeHint>> shapes_in(const ExtractOptions& options) {
  const auto profile = open_profile(options.profile);
  if (!profile) return tl::unexpected(profile.error());
  const auto found = first_operators(**profile, options.function);
  if (!found)
    return fail(
        ErrorCode::cannot_do,
        fmt::format("{} has no range of {} with operators whose shapes PyTorch wrote.", options.profile,
                    options.function),
        "Capture with `nsys profile --pytorch=autograd-shapes-nvtx` and the ranges of `nsys-ai annotate`, or leave out --profile.");
  std::vector<ShapeHint> shapes;
  for (const OperatorShape& of : found->operators) shapes.push_back({of.name, of.sizes, found->range});
  return shapes;
}

int run_extract(const ExtractOptions& options) {
  std::vector<ShapeHint> shapes;
  if (!options.profile.empty()) {
    const auto found = shapes_in(options);
    if (!found) return report(found.error());
    shapes = *found;
  }
  const auto made = lone_script(options.source, options.function, shapes, command_work());
  if (!made) return report(made.error());
  if (options.output.empty()) return print(made->script);
  OutputFile file(options.output);
  if (!file.opened() || !file.write(made->script) || !file.finish())
    return not_written(options.output, errno);
  return print(fmt::format(
      "{} runs {} alone: {} known, {} made up, {} not known. Its first lines say what; `python {} 100` runs it 100 times.\n",
      options.output, made->function, made->known.size(), made->made_up.size(), made->unknown.size(),
      options.output));
}

}  // namespace

void add_annotate_extract(CLI::App& annotate, std::function<int()>& run) {
  auto options = std::make_shared<ExtractOptions>();
  CLI::App* command = annotate.add_subcommand(
      "extract",
      "Write a script that runs one function alone, with made-up inputs of the shapes that are known");
  command->add_option("FILE", options->source, "The Python source")->required();
  command->add_option("FUNCTION", options->function, "The function, or Class.method")->required();
  command->add_option("--profile", options->profile, "A capture with the shapes of operators")
      ->type_name("PROFILE");
  command->add_option("-o,--output", options->output, "Where the script goes. Default: standard output")
      ->check(invalid_file_name)
      ->type_name("FILE");
  command->callback([options, &run] { run = [options] { return run_extract(*options); }; });
}

}  // namespace nsys_ai
