# How sources become libraries and programs: some at a time, after headers that are read once.
set(NSYS_AI_BATCH 16 CACHE STRING "How many sources are compiled as one unit; 1 compiles each alone, 0 a whole target at once")
option(NSYS_AI_PRECOMPILE "Precompile the headers of other libraries" ON)
option(NSYS_AI_WERROR "Warnings are errors" OFF)

set(CMAKE_CXX_COMPILER_LAUNCHER ${PROJECT_SOURCE_DIR}/server/compile)
if(NOT NSYS_AI_WERROR)
  list(APPEND CMAKE_CXX_COMPILER_LAUNCHER --lenient)
endif()
find_program(NSYS_AI_CCACHE ccache)
if(NSYS_AI_CCACHE)
  # It keeps what was compiled after precompiled headers only where an option allows that, and knows it in another
  # clone where paths are seen from the root. That holds for GCC: CMake names Clang's precompiled headers by their whole
  # path, which each holds as well, so that Clang's objects are found in their own clone alone.
  list(APPEND CMAKE_CXX_COMPILER_LAUNCHER
    ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}
    CCACHE_ABSSTDERR=true ${NSYS_AI_CCACHE})
endif()

# It links in a tenth of the time; the program that is packed is linked by its own compiler.
find_program(NSYS_AI_LLD ld.lld)
if(NSYS_AI_LLD AND NOT NSYS_AI_LIBRARIES)
  add_link_options(-fuse-ld=lld)
endif()

# What nearly every source includes of others' headers. Own headers are not among them: a change of one would have
# everything compiled anew.
set(NSYS_AI_PRECOMPILED
  <algorithm> <array> <atomic> <chrono> <cmath> <condition_variable> <cstdint> <filesystem> <fstream> <functional>
  <map> <memory> <mutex> <optional> <set> <span> <sstream> <string> <string_view> <thread> <tuple> <unordered_map>
  <utility> <variant> <vector> <fmt/format.h> <tl/expected.hpp>)

# nsys_batch(TARGET SOURCE...): compiles sources into TARGET some at a time, as units that include them: the headers
# that they share are read once. Names in unnamed namespaces are therefore unique in a target.
# Units are named by paths from the root, so that a compiler cache knows them in every clone.
function(nsys_batch target)
  list(LENGTH ARGN count)
  if(NSYS_AI_BATCH EQUAL 1 OR count LESS 2)
    target_sources(${target} PRIVATE ${ARGN})
    return()
  endif()
  set(most ${NSYS_AI_BATCH})
  if(most EQUAL 0)
    set(most ${count})
  endif()
  # As many units as it takes, each of about one size.
  math(EXPR units "(${count} + ${most} - 1) / ${most}")
  foreach(unit RANGE 1 ${units})
    math(EXPR first "${count} * (${unit} - 1) / ${units}")
    math(EXPR size "${count} * ${unit} / ${units} - ${first}")
    list(SUBLIST ARGN ${first} ${size} batch)
    set(content "")
    foreach(source IN LISTS batch)
      file(RELATIVE_PATH source ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/${source})
      string(APPEND content "#include \"${source}\"\n")
    endforeach()
    set(file ${CMAKE_CURRENT_BINARY_DIR}/units/${target}_${unit}.cpp)
    file(CONFIGURE OUTPUT ${file} CONTENT "${content}" @ONLY)
    target_sources(${target} PRIVATE ${file})
  endforeach()
endfunction()

# nsys_precompile(TARGET [FROM TARGET] [HEADER...]): has the compiler begin with headers that are compiled already.
function(nsys_precompile target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "FROM" "")
  if(NSYS_AI_PRECOMPILE)
    # What a compiler cache asks for.
    target_compile_options(${target} PRIVATE
      $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess> "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
    if(arg_FROM)
      target_precompile_headers(${target} REUSE_FROM ${arg_FROM})
    else()
      target_precompile_headers(${target} PRIVATE ${arg_UNPARSED_ARGUMENTS})
    endif()
  endif()
endfunction()

# nsys_quick(TARGET): code that is sooner built than fast. The compiler of packages reads -O1 as -O2, and takes three
# quarters of the time without most of its inlining.
function(nsys_quick target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>
    "$<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:Clang>>:SHELL:-mllvm -inline-threshold=25>")
endfunction()

# nsys_layer(NAME [QUICK] SOURCES source... [ALONE source...] LINKS layer... PACKAGES target...)
# QUICK are layers of words, windows and wires: what walks over events lies in others. ALONE are sources that are not
# compiled together with others. LINKS are layers of this project; PACKAGES are libraries of others.
function(nsys_layer name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "QUICK" "" "SOURCES;ALONE;LINKS;PACKAGES")
  set(target nsys_${name})
  add_library(${target} STATIC ${arg_ALONE})
  nsys_batch(${target} ${arg_SOURCES})
  target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR}/server ${PROJECT_SOURCE_DIR})
  list(TRANSFORM arg_LINKS PREPEND nsys_)
  target_link_libraries(${target} PUBLIC ${arg_LINKS} ${arg_PACKAGES})
  if(name STREQUAL base)
    nsys_precompile(${target} ${NSYS_AI_PRECOMPILED})
  elseif(arg_QUICK)
    nsys_quick(${target})
    nsys_precompile(${target} FROM nsys_quick_headers)
  else()
    nsys_precompile(${target} FROM nsys_base)
  endif()
endfunction()
