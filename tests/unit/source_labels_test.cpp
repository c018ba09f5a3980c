// What labels, frames and names of kernels say of source code, and of garbage collection.
#include "analysis/host/source_labels.h"

#include <gtest/gtest.h>

#include "analysis/host/garbage_collection.h"
#include "analysis/host/user_frames.h"

namespace nsys_ai {
namespace {

struct LabelCase {
  const char* text;
  const char* file;  // null: names no file
  const char* function = "";
  int64_t line = -1;
};

void expect_place(const LabelCase& of, const std::optional<SourceLocation>& place) {
  SCOPED_TRACE(of.text);
  ASSERT_EQ(place.has_value(), of.file != nullptr);
  if (!place) return;
  EXPECT_EQ(place->file, of.file);
  EXPECT_EQ(place->function, of.function);
  EXPECT_EQ(place->line.value_or(-1), of.line);
}

TEST(SourceLabels, NameFilesFunctionsAndLines) {
  for (const LabelCase& of : std::initializer_list<LabelCase>{
           {"train.py(12): step", "train.py", "step", 12},
           {"/srv/train.py(12): <module>", "/srv/train.py", "<module>", 12},
           {"train.py:12 step", "train.py", "step", 12},
           {"train.py:12:4: step", "train.py", "step", 12},
           {"train.py:12", "train.py", "", 12},
           {"train.py:step", "train.py", "step"},
           {"train.py::TestStep::test_it", "train.py", "TestStep::test_it"},
           {"step (train.py:12)", "train.py", "step", 12},
           {"step(int) (train.cpp:12)", "train.cpp", "step(int)", 12},
           {"step at train.jl:12", "train.jl", "step", 12},
           {"step @ ./train.jl:12", "./train.jl", "step", 12},
           {"File \"a/train.py\", line 12, in step", "a/train.py", "step", 12},
           {"registry.cpp::checkCanSchedule<T>", "registry.cpp", "checkCanSchedule<T>"},
           {"kernels/gemm.cu", "kernels/gemm.cu"},
           {"main.c:7 run", "main.c", "run", 7},
           {"lib.rs(3): f", "lib.rs", "f", 3},
           {"train.py(99999999999999999999): step", "train.py", "(99999999999999999999): step"},
           {"model.h", nullptr},
           {"self.f", nullptr},
           {"a.b.c", nullptr},
           {"train.py.bak", nullptr},
           {".py", nullptr},
           {"/.py", nullptr},
           {"step 12", nullptr},
           {"aten::mul", nullptr},
           {"", nullptr},
       })
    expect_place(of, source_of_label(of.text));
}

TEST(SourceLabels, AreReadToACapOnly) {
  const std::string long_name(100'000, 'x');
  EXPECT_FALSE(source_of_label(long_name + ".py:1"));
  const auto place = source_of_label("a.py:1 " + long_name);
  ASSERT_TRUE(place);
  EXPECT_LE(place->function.size(), 512u);
  EXPECT_FALSE(source_of_label(std::string(100'000, '.')));
}

TEST(SourceLabels, FramesOfPythonHaveAFileForAModule) {
  const auto frame = [](const char* symbol, const char* module) { return source_of_frame(symbol, module); };
  expect_place({"forward", "/a/model.py", "forward"}, frame("forward", "/a/model.py"));
  expect_place({"forward:34", "/a/model.py", "forward", 34}, frame("forward:34", "/a/model.py"));
  expect_place({"symbol alone", "model.py", "forward", 3}, frame("model.py:3 forward", "python3.10"));
  EXPECT_FALSE(frame("main", "/a/a.out"));
  EXPECT_FALSE(frame("step(io.cpp)", "/a/a.out"));
}

TEST(SourceLabels, TellOperatorsFromNamesOfTheProgram) {
  for (const char* label : {"aten::mul", "ncclGroupEnd", "MPI_Send", "cudnnConvolutionForward",
                            "autograd::engine::evaluate_function: MulBackward0", "nccl:all_reduce"})
    EXPECT_TRUE(is_operator_label(label)) << label;
  for (const char* label : {"forward", "3D_backbone", "step #", "attention"})
    EXPECT_FALSE(is_operator_label(label)) << label;
}

TEST(SourceLabels, KernelsSayWhoWroteThem) {
  EXPECT_EQ(origin_of_kernel("triton_poi_fused_add_mul_3"), KernelOrigin::generated);
  EXPECT_EQ(origin_of_kernel("<unnamed>::nvfuser_pointwise_f0_c1_r0_g0(float)"), KernelOrigin::generated);
  EXPECT_EQ(origin_of_kernel("void at::native::reduce_kernel<512, 1>(float*)"), KernelOrigin::framework);
  for (const char* name : {"nvjet_tst_192x192", "sm80_xmma_gemm_f32f32", "ncclDevKernel_SendRecv(x)",
                           "void cutlass::Kernel<cutlass_80_tensorop>(T1::Params)",
                           "void trsm_right_kernel<double>(cublasTrsmParams<T1>)"})
    EXPECT_EQ(origin_of_kernel(name), KernelOrigin::library) << name;
  EXPECT_EQ(origin_of_kernel("saxpy(double *, double *)"), KernelOrigin::own);
}

TEST(OwnFrames, LibrariesAreKnownByTheirFiles) {
  for (const char* module :
       {"/usr/lib64/libcuda.so.525.105.17", "libcudart.so.11.7.60", "/lib/x86_64-linux-gnu/libc-2.31.so",
        "/opt/torch/lib/libtorch_cuda.so", "/usr/bin/python3.10", "[Unknown]", "[kernel.kallsyms]", "",
        "/opt/nsight/target-linux-x64/libToolsInjection64.so"})
    EXPECT_TRUE(is_library_module(module)) << module;
  for (const char* module : {"/srv/libcuda_tools/app", "/srv/saxpy-mpi-cuda", "libmodel.so"})
    EXPECT_FALSE(is_library_module(module)) << module;
}

TEST(OwnFrames, InterfacesAreKnownByTheirNames) {
  for (const char* symbol :
       {"cudaLaunchKernel", "cuLaunchKernelEx", "_PyEval_EvalFrameDefault", "_start",
        "cudaError cudaLaunchKernel<char>(char const*, dim3)", "at::native::add(at::Tensor)"})
    EXPECT_TRUE(is_library_function(symbol)) << symbol;
  for (const char* symbol : {"main", "customer(int)", "cudax", "void mine<float>(float*)"})
    EXPECT_FALSE(is_library_function(symbol)) << symbol;
}

TEST(GarbageCollection, IsSaidByWords) {
  for (const char* label : {"gc.collect", "Garbage collection", "GC: collect gen #", "python_gc_collect"})
    EXPECT_EQ(collection_evidence(label), CollectionEvidence::plain) << label;
  for (const char* label : {"gc", "GC", "julia GC pause", "x.gc.y"})
    EXPECT_EQ(collection_evidence(label), CollectionEvidence::likely) << label;
  for (const char* label : {"gcn_layer", "magic", "collect results", "gcc", ""})
    EXPECT_EQ(collection_evidence(label), CollectionEvidence::no) << label;
}

}  // namespace
}  // namespace nsys_ai
