// The open file of a profile, from which families of events are read on first use.
#pragma once

#include <memory>
#include <mutex>
#include <utility>

#include "profile/cache/source_identity.h"
#include "profile/sqlite_file/file_image.h"
#include "profile/sqlite_file/sqlite.h"

namespace nsys_ai {

class ColumnCache;

// The image holds the descriptor: a file that is replaced or deleted stays readable.
struct OpenFile {
  OpenFile(std::shared_ptr<const FileImage> of, Database with, SourceKind what,
           std::shared_ptr<const ColumnCache> kept_in = nullptr)
      : image(std::move(of)), database(std::move(with)), kind(what), cache(std::move(kept_in)) {}

  // Whether the file's content has changed since it was opened, so that data read now does not match the data
  // read then. For an export in the cache times are ignored, since they show its last use.
  bool was_changed() const {
    return kind == SourceKind::cached_export ? image->has_other_content() : image->was_changed();
  }

  std::shared_ptr<const FileImage> image;
  Database database;
  SourceKind kind;
  std::shared_ptr<const ColumnCache> cache;  // stores data derived from the profile; can be null
  mutable std::mutex database_lock;          // held while `database` is used
};

// Data that the system failed to read is no damage of the file, and belongs in no answer.
inline tl::unexpected<Error> not_readable(const std::filesystem::path& path) {
  return fail(ErrorCode::cannot_do, path.string() + " cannot be read: its disk or its network fails.",
              "Copy it to a disk of this machine, and open that.");
}

}  // namespace nsys_ai
