// One row a launcher.
#include "view/launcher.h"

#include <algorithm>
#include <array>

namespace nsys_ai {
namespace {

constexpr std::string_view kSlurmValues =
    " -n -N -c -p -t -w -x -A -J -o -e -i -m -d -D -C -G -q -M --ntasks --nodes --cpus-per-task --partition --time --nodelist "
    "--exclude --account --job-name --output --error --distribution --gpus --gres --gpus-per-node --gpus-per-task "
    "--ntasks-per-node --mpi --cpu-bind --mem --export --constraint --qos --container-image --container-mounts "
    "--container-workdir --chdir ";
constexpr std::string_view kMpiValues =
    " -n -np --np -c -H -host --host -hostfile --hostfile -machinefile --machinefile -f -x -N -npernode --npernode -ppn "
    "-map-by --map-by -bind-to --bind-to -rank-by --rank-by -wdir --wdir -prefix --prefix -hosts ";
constexpr std::string_view kMpiPairs = " -mca --mca -gmca --gmca -env -genv ";
constexpr std::string_view kTorchValues =
    " --nnodes --nproc_per_node --nproc-per-node --node_rank --node-rank --master_addr --master-addr --master_port "
    "--master-port --rdzv_backend --rdzv-backend --rdzv_endpoint --rdzv-endpoint --rdzv_id --rdzv-id --rdzv_conf --rdzv-conf "
    "--max_restarts --max-restarts --role --log_dir --log-dir -r --redirects -t --tee ";
constexpr std::string_view kDeepSpeedValues =
    " -H --hostfile -i --include -e --exclude --num_nodes --num_gpus --master_port --master_addr --launcher --launcher_args ";

constexpr std::array kLaunchers = {
    Launcher{"deepspeed", "RANK", false, true, kDeepSpeedValues, "", "--no_python"},
    Launcher{"docker", "", true},
    Launcher{"kubectl", "", true},
    Launcher{"mpiexec", "PMI_RANK", false, true, kMpiValues, kMpiPairs},
    Launcher{"mpirun", "OMPI_COMM_WORLD_RANK", false, true, kMpiValues, kMpiPairs},
    Launcher{"podman", "", true},
    Launcher{"srun", "SLURM_PROCID", true, true, kSlurmValues},
    Launcher{"torchrun", "RANK", false, true, kTorchValues, "", "--no-python"},
};

std::string_view name_of_file(std::string_view path) { return path.substr(path.find_last_of('/') + 1); }

bool is_listed(std::string_view words, const std::string& word) {
  return words.find(" " + word + " ") != std::string_view::npos;
}

size_t place_of_launcher(const std::vector<std::string>& command) {
  size_t at = 0;
  while (at < command.size() && (command[at] == "env" || is_assignment(command[at]))) ++at;
  return at;
}

}  // namespace

bool is_assignment(const std::string& word) {
  return word.find('=') != std::string::npos && word[0] != '-' && word[0] != '=';
}

const Launcher* launcher_of(const std::vector<std::string>& command) {
  const size_t at = place_of_launcher(command);
  if (at == command.size()) return nullptr;
  const auto found = std::ranges::find(kLaunchers, name_of_file(command[at]), &Launcher::name);
  return found == kLaunchers.end() ? nullptr : &*found;
}

size_t program_behind(const Launcher& launcher, const std::vector<std::string>& command) {
  size_t at = place_of_launcher(command) + 1;
  while (at < command.size()) {
    const std::string& word = command[at];
    // A module of Python is a program, too.
    if (!word.starts_with('-') || (word == "-m" && !launcher.any_program.empty())) break;
    at += is_listed(launcher.with_two_values, word) ? 3 : is_listed(launcher.with_value, word) ? 2 : 1;
  }
  return std::min(at, command.size());
}

}  // namespace nsys_ai
