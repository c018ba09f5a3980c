// The captures of one run together.
#include "compare/compare_experiments.h"
#include "features/feature.h"
#include "ranks/rank_report.h"

namespace nsys_ai {

void attach_ranks(Router& router, Session&) {
  router.on<method::Ranks>(Lane::bulk, [](const nsys::RanksParams& params, Call& call) {
    ExperimentOptions options;
    options.ranks_by_name = params.ranksByName.value_or(false);
    return rank_report_of(params.paths, options, call.work());
  });
  router.on<method::CompareRanks>(Lane::bulk, [](const nsys::CompareRanksParams& params, Call& call) {
    ExperimentOptions options;
    options.ranks_by_name = params.ranksByName.value_or(false);
    return compare_experiments_at(params.before, params.after, options, call.work());
  });
}

}  // namespace nsys_ai
