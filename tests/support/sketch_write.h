// Writes a Sketch into an empty database.
#pragma once

#include "sketch_model.h"
#include "sketch_schema.h"
#include "sketch_sqlite.h"
#include "sketch_tables.h"

namespace nsys_ai::sketch {

// Throws std::runtime_error; it begins "line N: " when a statement of the sketch is at fault.
void write_rows(const Sketch& sketch, const Release& release, Database& db);

// Call chains, samples and schemas of payloads.
void write_extras(const Sketch& sketch, Tables& tables);

}  // namespace nsys_ai::sketch
