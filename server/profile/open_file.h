// What a profile keeps of its file, so that families of events can be read on first need.
#pragma once

#include <memory>
#include <mutex>
#include <utility>

#include "profile/file_image.h"
#include "profile/source_identity.h"
#include "profile/sqlite.h"

namespace nsys_ai {

class ColumnCache;

// The image holds the descriptor: a file that is replaced or deleted meanwhile stays readable.
struct OpenFile {
  OpenFile(std::shared_ptr<const FileImage> of, Database with, SourceKind what,
           std::shared_ptr<const ColumnCache> kept_in = nullptr)
      : image(std::move(of)), database(std::move(with)), kind(what), cache(std::move(kept_in)) {}

  std::shared_ptr<const FileImage> image;
  Database database;
  SourceKind kind;
  std::shared_ptr<const ColumnCache> cache;  // where what is made of it is kept; may be null
  mutable std::mutex database_lock;          // whoever uses `database` holds it
};

}  // namespace nsys_ai
