// Thread events besides CUDA calls and NVTX ranges: `os_call`, `library_call`, `mpi_call`, `sched_event`.
#include "profile/families/family_host.h"
#include "sql/tables/family_table.h"

namespace nsys_ai {
namespace {

SqlCell mpi_kind(SqlView&, const SqlRow& row) {
  switch (family_of<MpiCalls>(row).source[row.at]) {
    case MpiCalls::p2p:
      return SqlCell::of(std::string_view("point to point"));
    case MpiCalls::collective:
      return SqlCell::of(std::string_view("collective"));
    case MpiCalls::start_wait:
      return SqlCell::of(std::string_view("start or wait"));
    default:
      return SqlCell::of(std::string_view("other"));
  }
}

SqlCell mpi_rank(SqlView&, const SqlRow& row) {
  const auto& calls = family_of<MpiCalls>(row);
  const EventThread& thread = thread_of<MpiCalls>(row);
  for (const MpiRank& rank : calls.ranks)
    if (rank.process_key == calls.processes[thread.process].key && rank.tid == thread.tid)
      return SqlCell::of(rank.rank);
  return {};
}

}  // namespace

SqlTable os_call_table() {
  SqlColumns columns;
  add_row_column<OsCalls>(columns);
  add(columns, {{"name", "STRING", Lookup::names, "The function.", text<OsCalls, &OsCalls::name>}});
  add_span_columns<OsCalls>(columns);
  add_thread_columns<OsCalls>(columns);
  add(columns,
      {{"return_value", "INTEGER", Lookup::few_values, "What it returned.",
        number<OsCalls, &OsCalls::return_value>},
       {"nesting", "INTEGER", Lookup::few_values, "How many such calls are around it; 0 for the outermost.",
        number<OsCalls, &OsCalls::nesting>},
       {"chain", "INTEGER", Lookup::many_values, "Its call chain, as in os_call_frame.chain; NULL for none.",
        known<OsCalls, &OsCalls::call_chain>}});
  return family_table<OsCalls>(
      "os_call",
      "Calls of the operating system's libraries, clipped to the window. Short ones are not recorded.",
      std::move(columns));
}

SqlTable library_call_table() {
  SqlColumns columns = {
      {"library", "STRING", Lookup::few_values, "cuDNN or cuBLAS.",
       [](SqlView&, const SqlRow& row) {
         const bool cudnn = family_of<LibraryCalls>(row).source[row.at] == LibraryCalls::cudnn;
         return SqlCell::of(std::string_view(cudnn ? "cuDNN" : "cuBLAS"));
       }},
      {"name", "STRING", Lookup::names, "The function.", text<LibraryCalls, &LibraryCalls::name>}};
  add_span_columns<LibraryCalls>(columns);
  add_thread_columns<LibraryCalls>(columns);
  return family_table<LibraryCalls>("library_call", "Calls of cuDNN and cuBLAS, clipped to the window.",
                                    std::move(columns));
}

SqlTable mpi_call_table() {
  using Calls = MpiCalls;
  SqlColumns columns = {{"kind", "STRING", Lookup::few_values,
                         "point to point, collective, start or wait (of a request), or other.", mpi_kind},
                        {"name", "STRING", Lookup::names, "The function.", text<Calls, &Calls::name>}};
  add_span_columns<Calls>(columns);
  add_thread_columns<Calls>(columns);
  add(columns, {{"rank", "INTEGER", Lookup::few_values,
                 "Rank of the thread; NULL where the file does not say.", mpi_rank},
                {"peer", "INTEGER", Lookup::few_values, "The other rank, or the root; NULL for none.",
                 [](SqlView& view, const SqlRow& row) {
                   return number_unless_none(number<Calls, &Calls::peer>(view, row).integer);
                 }},
                {"tag", "INTEGER", Lookup::few_values, "Tag of the message; 0 where the call has none.",
                 number<Calls, &Calls::tag>},
                {"communicator", "INTEGER", Lookup::few_values, "Handle of the communicator; NULL for none.",
                 known<Calls, &Calls::communicator>},
                {"request", "INTEGER", Lookup::many_values, "Handle of the request; NULL for none.",
                 known<Calls, &Calls::request>},
                {"bytes", "BYTES", Lookup::none, "What was sent, where the call does both.",
                 number<Calls, &Calls::bytes>},
                {"received_bytes", "BYTES", Lookup::none, "What was received.",
                 number<Calls, &Calls::received_bytes>}});
  return family_table<Calls>(
      "mpi_call",
      "Calls of MPI, clipped to the window. "
      "One row a request: a wait for ten requests is ten rows of one thread with the same times.",
      std::move(columns));
}

SqlTable sched_event_table() {
  using Events = SchedEvents;
  SqlColumns columns;
  add_row_column<Events>(columns);
  add_instant_column(columns);
  add(columns,
      {{"event", "STRING", Lookup::few_values,
        "in: the thread comes to run on the core; out: it leaves the core.",
        [](SqlView&, const SqlRow& row) {
          return SqlCell::of(std::string_view(family_of<Events>(row).is_in[row.at] == 1 ? "in" : "out"));
        }},
       {"cpu", "INTEGER", Lookup::few_values, "Number of the core.", number<Events, &Events::cpu>},
       {"state", "STRING", Lookup::few_values,
        "State of the thread when it left; NULL where the file does not say.",
        label<Events, &Events::state, Enums::List::thread_state>},
       {"block", "STRING", Lookup::few_values, "What it was blocked by; NULL where the file does not say.",
        label<Events, &Events::block, Enums::List::thread_block>}});
  add_thread_columns<Events>(columns);
  return family_table<Events>("sched_event", "Threads that come to run on a core, and that leave it.",
                              std::move(columns));
}

}  // namespace nsys_ai
