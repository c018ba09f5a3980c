// Lists every member of the data that a load produces once, for visitors that write it, read it, or compare
// its layout with that of another build.
//
// A visitor has
//   value(name, member)             numbers, flags, texts, indices, and optionals and lists of them
//   raw(name, member)               texts that need not be valid UTF-8, because the file names them
//   list(name, list)                of structs with members
//   names(name, names)
//   family(name, columns)           of events: a struct of columns of one length
//   column(name, column)
//   times(name, column)             of starts
//   lengths(name, column), open_lengths(name, column)
//   texts(name, column)             split into templates and numbers
// Structured bindings, and sizes where a struct has bases, fail to compile when a member is missing here.
#pragma once

#include <concepts>
#include <type_traits>

#include "profile/profile.h"

namespace nsys_ai {

// `T`, or a T that is not changed.
template <class S, class T>
concept Like = std::is_same_v<std::remove_const_t<S>, T>;

template <class V, Like<FileTable> S>
void members(V& visit, S& table) {
  auto& [name, columns, types, rows, rows_exact, read_as, root_page, row_id_column, plain_columns] = table;
  visit.raw("name", name);
  visit.raw("columns", columns);
  visit.raw("types", types);
  visit.value("rows", rows);
  visit.value("rows_exact", rows_exact);
  visit.value("read_as", read_as);
  visit.value("root_page", root_page);
  visit.value("row_id_column", row_id_column);
  visit.value("plain_columns", plain_columns);
}

// The path and the size come from the opened file, and a complete load skips nothing.
template <class V, Like<CaptureInfo> S>
void members(V& visit, S& info) {
  auto& [path, file_bytes, product_version, schema_version, schema_note, utc_start_ns, duration_ns,
         calls_skipped, nvtx_skipped, only_window, edges_only] = info;
  visit.value("product_version", product_version);
  visit.value("schema_version", schema_version);
  visit.value("schema_note", schema_note);
  visit.value("utc_start_ns", utc_start_ns);
  visit.value("duration_ns", duration_ns);
}

template <class V, Like<Process> S>
void members(V& visit, S& process) {
  auto& [key, known, pid, name] = process;
  visit.value("key", key);
  visit.value("known", known);
  visit.value("pid", pid);
  visit.value("name", name);
}

template <class V, Like<Thread> S>
void members(V& visit, S& thread) {
  auto& [process, tid, name] = thread;
  visit.value("process", process);
  visit.value("tid", tid);
  visit.value("name", name);
}

template <class V, Like<Gpu> S>
void members(V& visit, S& gpu) {
  auto& [id, cuda_ordinal, name, uuid, bus, sm_count, memory_bytes, bandwidth_bytes_per_s, compute_major,
         compute_minor, host] = gpu;
  visit.value("id", id);
  visit.value("cuda_ordinal", cuda_ordinal);
  visit.value("name", name);
  visit.value("uuid", uuid);
  visit.value("bus", bus);
  visit.value("sm_count", sm_count);
  visit.value("memory_bytes", memory_bytes);
  visit.value("bandwidth_bytes_per_s", bandwidth_bytes_per_s);
  visit.value("compute_major", compute_major);
  visit.value("compute_minor", compute_minor);
  visit.value("host", host);
}

template <class V, Like<Device> S>
void members(V& visit, S& device) {
  auto& [process, ordinal, gpu, is_known, physical, part, slice, sm_count] = device;
  visit.value("process", process);
  visit.value("ordinal", ordinal);
  visit.value("gpu", gpu);
  visit.value("is_known", is_known);
  visit.value("physical", physical);
  visit.value("part", part);
  visit.value("slice", slice);
  visit.value("sm_count", sm_count);
}

template <class V, Like<Stream> S>
void members(V& visit, S& stream) {
  auto& [device, context, number] = stream;
  visit.value("device", device);
  visit.value("context", context);
  visit.value("stream", number);
}

template <class V, class S>
void operation_members(V& visit, S& operations) {
  static_assert(sizeof(Operations) == sizeof(Spans) + sizeof(operations.stream) +
                                          sizeof(operations.correlation) + sizeof(operations.graph_node));
  static_assert(sizeof(Spans) ==
                sizeof(operations.row) + sizeof(operations.start) + sizeof(operations.duration));
  visit.column("row", operations.row);
  visit.times("start", operations.start);
  visit.durations("length", operations.duration);
  visit.column("stream", operations.stream);
  visit.column("correlation", operations.correlation);
  visit.column("graph_node", operations.graph_node);
}

template <class V, Like<Kernels> S>
void members(V& visit, S& kernels) {
  static_assert(sizeof(S) == sizeof(Operations) + sizeof(kernels.names) + sizeof(kernels.shapes));
  operation_members(visit, kernels);
  visit.column("names", kernels.names);
  visit.column("shapes", kernels.shapes);
}

template <class V, Like<Copies> S>
void members(V& visit, S& copies) {
  static_assert(sizeof(S) == sizeof(Operations) + sizeof(copies.bytes) + sizeof(copies.copy_kind) +
                                 sizeof(copies.src_kind) + sizeof(copies.dst_kind) + sizeof(copies.count));
  operation_members(visit, copies);
  visit.column("bytes", copies.bytes);
  visit.column("copy_kind", copies.copy_kind);
  visit.column("src_kind", copies.src_kind);
  visit.column("dst_kind", copies.dst_kind);
  visit.column("count", copies.count);
}

template <class V, Like<Memsets> S>
void members(V& visit, S& memsets) {
  static_assert(sizeof(S) == sizeof(Operations) + sizeof(memsets.bytes) + sizeof(memsets.memory_kind));
  operation_members(visit, memsets);
  visit.column("bytes", memsets.bytes);
  visit.column("memory_kind", memsets.memory_kind);
}

template <class V, Like<GraphRuns> S>
void members(V& visit, S& runs) {
  static_assert(sizeof(S) == sizeof(Operations) + sizeof(runs.graph) + sizeof(runs.executable));
  operation_members(visit, runs);
  visit.column("graph", runs.graph);
  visit.column("executable", runs.executable);
}

template <class V, Like<Calls> S>
void members(V& visit, S& calls) {
  static_assert(sizeof(S) == sizeof(Spans) + sizeof(calls.thread) + sizeof(calls.correlation) +
                                 sizeof(calls.name) + sizeof(calls.event_class) + sizeof(calls.return_value));
  visit.column("row", calls.row);
  visit.times("start", calls.start);
  visit.durations("length", calls.duration);
  visit.column("thread", calls.thread);
  visit.column("correlation", calls.correlation);
  visit.column("name", calls.name);
  visit.column("event_class", calls.event_class);
  visit.column("return_value", calls.return_value);
}

template <class V, Like<Nvtx> S>
void members(V& visit, S& nvtx) {
  static_assert(sizeof(S) == sizeof(Spans) + sizeof(nvtx.thread) + sizeof(nvtx.end_thread) +
                                 sizeof(nvtx.text) + sizeof(nvtx.domain) + sizeof(nvtx.category) +
                                 sizeof(nvtx.type));
  visit.column("row", nvtx.row);
  visit.times("start", nvtx.start);
  visit.open_durations("length", nvtx.duration);
  visit.column("thread", nvtx.thread);
  visit.column("end_thread", nvtx.end_thread);
  visit.texts("text", nvtx.text);
  visit.column("domain", nvtx.domain);
  visit.column("category", nvtx.category);
  visit.column("type", nvtx.type);
}

template <class V, Like<LoadNote> S>
void members(V& visit, S& note) {
  auto& [text, about] = note;
  // It quotes names of tables.
  visit.raw("text", text);
  visit.value("about", about);
}

// Lists come before the members that refer to them.
template <class V, Like<ProfileData> S>
void members(V& visit, S& data) {
  [[maybe_unused]] auto& [map, first_ns, last_ns, info, tables, notes, names, processes, threads, gpus,
                          devices, streams, kernels, copies, memsets, graph_runs, calls, nvtx] = data;
  visit.value("first_ns", first_ns);
  visit.value("last_ns", last_ns);
  members(visit, info);
  visit.list("tables", tables);
  visit.list("notes", notes);
  visit.names("names", names);
  visit.list("processes", processes);
  visit.list("threads", threads);
  visit.list("gpus", gpus);
  visit.list("devices", devices);
  visit.list("streams", streams);
  visit.family("kernels", kernels);
  visit.family("copies", copies);
  visit.family("memsets", memsets);
  visit.family("graph_runs", graph_runs);
  visit.family("calls", calls);
  visit.family("nvtx", nvtx);
}

}  // namespace nsys_ai
