// From text to file: a sketch is written beside its target and takes its place once it is complete.
#include "sketch.h"

#include <stdexcept>

#include "draft.h"
#include "sketch_model.h"
#include "sketch_schema.h"
#include "sketch_sqlite.h"
#include "sketch_write.h"

namespace nsys_ai::sketch {
void write(const std::string& text, const std::string& sqlite_path, const std::string& version) {
  const Sketch sketch = parse(text);
  const std::string& wanted = sketch.version.empty() ? version : sketch.version;
  const auto release = find_release(wanted);
  if (!release) {
    std::string known;
    for (const std::string& one : versions()) known += " " + one;
    throw std::runtime_error("version '" + wanted + "' is unknown; known are" + known);
  }
  test::Draft draft(sqlite_path);
  Database db(draft.path());
  write_rows(sketch, *release, db);
  db.close();
  draft.keep();
}

}  // namespace nsys_ai::sketch
