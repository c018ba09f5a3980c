// What a profile keeps of its file, so that families of events can be read on first need.
#pragma once

#include <memory>
#include <mutex>
#include <utility>

#include "profile/file_image.h"
#include "profile/sqlite.h"

namespace nsys_ai {

// The image holds the descriptor: a file that is replaced or deleted meanwhile stays readable.
struct OpenFile {
  OpenFile(std::shared_ptr<const FileImage> of, Database with)
      : image(std::move(of)), database(std::move(with)) {}

  std::shared_ptr<const FileImage> image;
  Database database;
  mutable std::mutex database_lock;  // whoever uses `database` holds it
};

}  // namespace nsys_ai
