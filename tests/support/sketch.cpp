// From text to file: a sketch is written beside its target and takes its place once it is complete.
#include "sketch.h"

#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "sketch_model.h"
#include "sketch_schema.h"
#include "sketch_sqlite.h"
#include "sketch_write.h"

namespace nsys_ai::sketch {
namespace {

// The file under its temporary name; whatever is there when this ends without keep() is removed.
class Draft {
 public:
  explicit Draft(std::filesystem::path target) : target_(std::move(target)), path_(target_) {
    path_ += ".partial";
    std::filesystem::remove(path_);
  }
  ~Draft() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  std::string path() const { return path_.string(); }
  void keep() { std::filesystem::rename(path_, target_); }

 private:
  std::filesystem::path target_, path_;
};

}  // namespace

void write(const std::string& text, const std::string& sqlite_path, const std::string& version) {
  const Sketch sketch = parse(text);
  const std::string& wanted = sketch.version.empty() ? version : sketch.version;
  const auto release = find_release(wanted);
  if (!release) {
    std::string known;
    for (const std::string& one : versions()) known += " " + one;
    throw std::runtime_error("version '" + wanted + "' is unknown; known are" + known);
  }
  Draft draft(sqlite_path);
  Database db(draft.path());
  write_rows(sketch, *release, db);
  db.close();
  draft.keep();
}

}  // namespace nsys_ai::sketch
