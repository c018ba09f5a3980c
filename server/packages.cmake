# The libraries of others: the system's package first, a pinned release where the system has none.
include(FetchContent)
find_package(Threads REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(ZLIB REQUIRED)

find_package(fmt 8 QUIET)
if(NOT fmt_FOUND)
  FetchContent_Declare(fmt GIT_REPOSITORY https://github.com/fmtlib/fmt.git GIT_TAG 9.1.0)
  FetchContent_MakeAvailable(fmt)
endif()
find_package(nlohmann_json 3.9 QUIET)
if(NOT nlohmann_json_FOUND)
  FetchContent_Declare(nlohmann_json GIT_REPOSITORY https://github.com/nlohmann/json.git GIT_TAG v3.11.2)
  FetchContent_MakeAvailable(nlohmann_json)
endif()
find_package(tl-expected QUIET)
if(NOT tl-expected_FOUND)
  FetchContent_Declare(tl_expected GIT_REPOSITORY https://github.com/TartanLlama/expected.git GIT_TAG v1.1.0)
  FetchContent_MakeAvailable(tl_expected)
endif()
find_package(CLI11 QUIET)
if(NOT CLI11_FOUND)
  FetchContent_Declare(CLI11 GIT_REPOSITORY https://github.com/CLIUtils/CLI11.git GIT_TAG v2.3.2)
  FetchContent_MakeAvailable(CLI11)
endif()

# Headers alone, without a CMake package of their own.
find_path(ASIO_INCLUDE asio.hpp REQUIRED)
find_path(PROTOZERO_INCLUDE protozero/pbf_writer.hpp REQUIRED)
add_library(nsys_asio INTERFACE)
target_include_directories(nsys_asio SYSTEM INTERFACE ${ASIO_INCLUDE})
# asio 1.22 takes aligned_alloc only where a standard header came before it: one compile unit would then release
# with another function what the other has allocated.
target_compile_definitions(nsys_asio INTERFACE
  ASIO_STANDALONE ASIO_NO_DEPRECATED ASIO_DISABLE_STD_ALIGNED_ALLOC)
target_link_libraries(nsys_asio INTERFACE Threads::Threads)
add_library(nsys_protozero INTERFACE)
target_include_directories(nsys_protozero SYSTEM INTERFACE ${PROTOZERO_INCLUDE})

# fmt is used as headers, so that the program needs no shared library of it.
add_library(nsys_fmt INTERFACE)
target_link_libraries(nsys_fmt INTERFACE fmt::fmt-header-only)

# The archive instead of the shared library, so that the program can be copied alone.
function(nsys_static_archive alias package library)
  find_library(${alias}_ARCHIVE NAMES lib${library}.a)
  add_library(${alias} INTERFACE)
  if(${alias}_ARCHIVE)
    target_link_libraries(${alias} INTERFACE ${${alias}_ARCHIVE} Threads::Threads ${CMAKE_DL_LIBS})
  else()
    message(WARNING "No lib${library}.a here: the program will need the shared library of ${library} beside it.")
    target_link_libraries(${alias} INTERFACE ${package})
  endif()
endfunction()
nsys_static_archive(nsys_sqlite SQLite::SQLite3 sqlite3)
nsys_static_archive(nsys_zlib ZLIB::ZLIB z)
