// Samples of running code: `cpu_sample`, `cuda_backtrace`, and the frames of call chains.
#include "profile/families/family_samples.h"
#include "sql/tables/family_table.h"

namespace nsys_ai {
namespace {

// The leaf of a sample's chain: the running function.
template <auto member>
SqlCell leaf(SqlView& view, const SqlRow& row) {
  const auto* chains = view.events<SampleChains>();
  if (!chains) return {};
  const auto frames = chains->of(family_of<CpuSamples>(row).id[row.at]);
  if (frames.size() == 0) return {};
  return text_or_null(chains->text((chains->*member)[frames.begin]));
}

std::optional<SqlRow> frame_row(SqlView&, const void* of, size_t at) { return SqlRow{at, {}, {}, of}; }

template <class T, auto member>
SqlCell flag(SqlView&, const SqlRow& row) {
  const uint8_t value = (family_of<T>(row).*member)[row.at];
  return value > 1 ? SqlCell{} : SqlCell::of(int64_t{value});
}

template <class T>
SqlTable frame_table(std::string_view name, std::string_view doc, std::string_view chain_doc) {
  return {name,
          doc,
          {{"chain", "INTEGER", Lookup::many_values, chain_doc, number<T, &T::chain>},
           {"depth", "INTEGER", Lookup::few_values, "0 is the leaf: what ran; callers follow.",
            number<T, &T::depth>},
           {"symbol", "STRING", Lookup::names, "The function; an address written out where it has no name.",
            text<T, &T::symbol>},
           {"module", "STRING", Lookup::names, "The library or program that it is in.", text<T, &T::module>},
           {"address", "INTEGER", Lookup::none, "Of the instruction; NULL where the file does not say.",
            known<T, &T::address>},
           {"is_kernel", "INTEGER", Lookup::few_values,
            "1 in the operating system; NULL where the file does not say.", flag<T, &T::kernel_mode>},
           {"is_unresolved", "INTEGER", Lookup::few_values,
            "1 where symbol is an address; NULL where the file does not say.", flag<T, &T::unresolved>}},
          estimated_rows,
          frame_row,
          open_family<T>};
}

}  // namespace

SqlTable cpu_sample_table() {
  using Samples = CpuSamples;
  SqlColumns columns;
  add_row_column<Samples>(columns);
  add_instant_column(columns);
  add(columns,
      {{"function", "STRING", Lookup::names, "What ran: the leaf of its chain; NULL where none was recorded.",
        leaf<&SampleChains::symbol>},
       {"module", "STRING", Lookup::names, "The library or program that the function is in.",
        leaf<&SampleChains::module>},
       {"chain", "INTEGER", Lookup::unique, "Its call chain, as in sample_frame.chain.",
        number<Samples, &Samples::id>},
       {"cpu", "INTEGER", Lookup::few_values, "Number of the core.", number<Samples, &Samples::cpu>},
       {"state", "STRING", Lookup::few_values, "State of the thread; NULL where the file does not say.",
        label<Samples, &Samples::state, Enums::List::thread_state>},
       {"cycles", "COUNT", Lookup::none, "Cycles of the core that the sample stands for: its weight.",
        number<Samples, &Samples::cycles>}});
  add_thread_columns<Samples>(columns);
  return family_table<Samples>("cpu_sample", "Samples of what threads ran on cores.", std::move(columns));
}

SqlTable cuda_backtrace_table() {
  using Traces = CudaBacktraces;
  SqlColumns columns = {
      {"call", "REF", Lookup::unique,
       "runtime_call.id of the call, or of its twin; runtime_call.api says which.",
       [](SqlView&, const SqlRow& row) {
         return SqlCell::ref("runtime_call", family_of<Traces>(row).row[row.at]);
       }},
      {"chain", "INTEGER", Lookup::many_values, "Its call chain, as in cuda_call_frame.chain.",
       number<Traces, &Traces::call_chain>}};
  add_span_columns<Traces>(columns);
  add_thread_columns<Traces>(columns);
  add_correlation_column<Traces>(columns);
  return family_table<Traces>("cuda_backtrace",
                              "Calls of CUDA that a backtrace was taken of, clipped to the window.",
                              std::move(columns));
}

SqlTable sample_frame_table() {
  return frame_table<SampleChains>("sample_frame",
                                   "Frames of the call chains of CPU samples, of the whole capture.",
                                   "The chain, as in cpu_sample.chain.");
}

SqlTable os_call_frame_table() {
  return frame_table<OsCallChains>("os_call_frame",
                                   "Frames of the call chains of os_call, of the whole capture.",
                                   "The chain, as in os_call.chain.");
}

SqlTable cuda_call_frame_table() {
  return frame_table<CudaCallChains>("cuda_call_frame",
                                     "Frames of the call chains of CUDA calls, of the whole capture.",
                                     "The chain, as in cuda_backtrace.chain.");
}

}  // namespace nsys_ai
