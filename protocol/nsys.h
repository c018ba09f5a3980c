// The types of the nsys/ methods, as docs/PROTOCOL.md describes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/value.h"
#include "protocol/wire.h"

namespace nsys_ai::nsys {

// The URI scheme of the documents that the server makes.
inline constexpr std::string_view kScheme = "nsys-ai";
// Follows the rules of docs/PROTOCOL.md: within a major version, no field is removed or changes its meaning.
inline constexpr std::string_view kProtocolVersion = "0.1.0";

struct OpenProfileParams {
  std::string path;
  std::optional<Token> workDoneToken;
};
template <class F>
void fields(OpenProfileParams& v, F& f) {
  f("path", v.path, "The profile's file.");
  f("workDoneToken", v.workDoneToken, "Asks for progress under this token.");
}

struct ProfileParams {
  std::string profile;
};
template <class F>
void fields(ProfileParams& v, F& f) {
  f("profile", v.profile, "A handle that nsys/openProfile returned.");
}

struct GpuInfo {
  int64_t device = 0;
  std::optional<int64_t> pid;
  std::string name;
  int64_t memoryBytes = 0;
  int64_t smCount = 0;
};
template <class F>
void fields(GpuInfo& v, F& f) {
  f("device", v.device, "The CUDA ordinal, as its process numbers it.");
  f("pid", v.pid, "The process that numbers it so; left out where the capture names none.");
  f("name", v.name, "The product.");
  f("memoryBytes", v.memoryBytes, "Memory of the device in bytes; 0 where the capture does not say.");
  f("smCount", v.smCount, "Streaming multiprocessors; 0 where the capture does not say.");
}

struct ProcessInfo {
  std::optional<int64_t> pid;
  std::string name;
};
template <class F>
void fields(ProcessInfo& v, F& f) {
  f("pid", v.pid, "The process id; left out where the capture names none.");
  f("name", v.name, "The program; empty where the capture does not say.");
}

struct ProfileInfo {
  std::string profile;
  std::string path;
  std::string fileName;
  int64_t fileBytes = 0;
  std::string productVersion;
  std::string schemaVersion;
  int64_t startNs = 0;
  int64_t endNs = 0;
  std::vector<GpuInfo> gpus;
  int64_t gpuCount = 0;
  std::vector<ProcessInfo> processes;
  int64_t processCount = 0;
  int64_t kernels = 0;
  int64_t copies = 0;
  int64_t memsets = 0;
  int64_t calls = 0;
  int64_t nvtxRanges = 0;
  std::vector<std::string> notes;
};
template <class F>
void fields(ProfileInfo& v, F& f) {
  f("profile", v.profile, "The handle by which other methods name this profile.");
  f("path", v.path, "The file.");
  f("fileName", v.fileName, "The file without its folders.");
  f("fileBytes", v.fileBytes, "Size of the file in bytes.");
  f("productVersion", v.productVersion, "Version of the exporter; empty where the file does not say.");
  f("schemaVersion", v.schemaVersion, "Version of the file's schema; empty where the file does not say.");
  f("startNs", v.startNs, "Start of the first event, in ns on the capture's clock.");
  f("endNs", v.endNs, "End of the last event, in ns on the capture's clock.");
  f("gpus", v.gpus, "The devices that were used, the first hundred of them.");
  f("gpuCount", v.gpuCount, "How many devices were used.");
  f("processes", v.processes, "The processes that events name, the first hundred of them.");
  f("processCount", v.processCount, "How many processes events name.");
  f("kernels", v.kernels, "How many kernels ran.");
  f("copies", v.copies, "How many copies ran.");
  f("memsets", v.memsets, "How many memsets ran.");
  f("calls", v.calls, "How many CUDA calls were made.");
  f("nvtxRanges", v.nvtxRanges, "How many NVTX ranges there are.");
  f("notes", v.notes, "What was missing, repaired or left out, one sentence each.");
}

struct OpenedProfile {
  std::string profile;
  std::string path;
  bool active = false;
};
template <class F>
void fields(OpenedProfile& v, F& f) {
  f("profile", v.profile, "The handle.");
  f("path", v.path, "The file.");
  f("active", v.active, "Whether source files are annotated from it.");
}

struct ProfilesParams {};
template <class F>
void fields(ProfilesParams&, F&) {}

struct ProfilesResult {
  std::vector<OpenedProfile> profiles;
};
template <class F>
void fields(ProfilesResult& v, F& f) {
  f("profiles", v.profiles, "The profiles that are open.");
}

struct DocumentParams {
  std::string uri;
};
template <class F>
void fields(DocumentParams& v, F& f) {
  f("uri", v.uri, "A document of this server, nsys-ai://KIND/PATH or nsys-ai://KIND/PATH/NAME?ITEM.");
}

struct DocumentResult {
  std::string uri;
  std::string languageId;
  std::string text;
};
template <class F>
void fields(DocumentResult& v, F& f) {
  f("uri", v.uri, "The document.");
  f("languageId", v.languageId, "The language of its text.");
  f("text", v.text, "The whole text.");
}

struct LocateParams {
  std::string profile;
  std::string target;
};
template <class F>
void fields(LocateParams& v, F& f) {
  f("profile", v.profile, "The handle.");
  f("target", v.target, "What to look for, as a cell's `target` or an event reference names it.");
}

// Half-open, in ns on the capture's clock.
struct TimeWindow {
  int64_t startNs = 0;
  int64_t endNs = 0;
};
template <class F>
void fields(TimeWindow& v, F& f) {
  f("startNs", v.startNs, "The first moment inside, in ns on the capture's clock.");
  f("endNs", v.endNs, "The first moment outside, in ns on the capture's clock.");
}

enum class TraceDetail { automatic, full, overview };
constexpr auto names_of(TraceDetail) {
  return std::array{EnumName<TraceDetail>{TraceDetail::automatic, "auto"},
                    EnumName<TraceDetail>{TraceDetail::full, "full"},
                    EnumName<TraceDetail>{TraceDetail::overview, "overview"}};
}

struct OpenInPerfettoParams {
  std::string profile;
  std::optional<TimeWindow> window;
  std::optional<TraceDetail> detail;
};
template <class F>
void fields(OpenInPerfettoParams& v, F& f) {
  f("profile", v.profile, "The handle.");
  f("window", v.window, "The part to show; all where it is left out.");
  f("detail", v.detail,
    "full: every event; overview: what is narrower than a pixel is merged; auto: full while that stays below 200 MB.");
}

struct OpenInPerfettoResult {
  std::string url;
  uint16_t port = 0;
  std::string path;
  std::string sshCommand;
  std::string fileName;
};
template <class F>
void fields(OpenInPerfettoResult& v, F& f) {
  f("url", v.url, "What the user's browser opens.");
  f("port", v.port, "The port of `url`, for clients that forward ports.");
  f("path", v.path, "The path of `url`.");
  f("sshCommand", v.sshCommand, "One ssh -L line, for people without forwarding.");
  f("fileName", v.fileName, "The name under which the trace can be saved.");
}

struct OpenTimelineParams {
  std::string profile;
  std::optional<TimeWindow> window;
  std::optional<std::string> against;
  std::optional<std::string> ranks;
};
template <class F>
void fields(OpenTimelineParams& v, F& f) {
  f("profile", v.profile, "The handle.");
  f("window", v.window, "The part to show first; all where it is left out.");
  f("against", v.against, "The handle or path of a base: the timelines of both, aligned at a step.");
  f("ranks", v.ranks,
    "Labels of ranks, with commas between them: the timelines of their captures, which lie in the folder of the "
    "profile, one below the other.");
}

struct OpenTimelineResult {
  std::string url;
  uint16_t port = 0;
  std::string path;
  std::string sshCommand;
};
template <class F>
void fields(OpenTimelineResult& v, F& f) {
  f("url", v.url, "What the user's browser opens.");
  f("port", v.port, "The port of `url`, for clients that forward ports.");
  f("path", v.path, "The path of `url`, with its fragment.");
  f("sshCommand", v.sshCommand, "One ssh -L line, for people without forwarding.");
}

}  // namespace nsys_ai::nsys
