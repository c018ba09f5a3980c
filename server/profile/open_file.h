// What a profile keeps of its file, so that families of events can be read on first use.
#pragma once

#include <memory>
#include <mutex>
#include <utility>

#include "profile/cache/source_identity.h"
#include "profile/sqlite_file/file_image.h"
#include "profile/sqlite_file/sqlite.h"

namespace nsys_ai {

class ColumnCache;

// The image holds the descriptor: a file that is replaced or deleted meanwhile stays readable.
struct OpenFile {
  OpenFile(std::shared_ptr<const FileImage> of, Database with, SourceKind what,
           std::shared_ptr<const ColumnCache> kept_in = nullptr)
      : image(std::move(of)), database(std::move(with)), kind(what), cache(std::move(kept_in)) {}

  // Whether the file holds something else than when it was opened, so that what is read of it now does not
  // belong to what was read then. Times of an export in the cache tell its last use.
  bool was_changed() const {
    return kind == SourceKind::cached_export ? image->has_other_content() : image->was_changed();
  }

  std::shared_ptr<const FileImage> image;
  Database database;
  SourceKind kind;
  std::shared_ptr<const ColumnCache> cache;  // where what is made of it is kept; may be null
  mutable std::mutex database_lock;          // held while `database` is used
};

// What is left unread by the system is no damage, and no part of an answer.
inline tl::unexpected<Error> not_readable(const std::filesystem::path& path) {
  return fail(ErrorCode::cannot_do, path.string() + " cannot be read: its disk or its network fails.",
              "Copy it to a disk of this machine, and open that.");
}

}  // namespace nsys_ai
