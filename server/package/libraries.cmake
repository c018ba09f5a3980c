# The libraries of others for packages, as source for the machine that the package is for: NSYS_AI_LIBRARIES has
# sqlite/, zlib/ and, in include/, the headers of those that are headers alone. libedit and ncurses build by a script of their own,
# by the compiler that is known once this is configured (server/package/terminal).
function(nsys_headers target)
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} SYSTEM INTERFACE ${NSYS_AI_LIBRARIES}/include)
endfunction()
nsys_headers(fmt::fmt)
nsys_headers(nlohmann_json::nlohmann_json)
nsys_headers(tl::expected)
nsys_headers(CLI11::CLI11)
file(STRINGS ${NSYS_AI_LIBRARIES}/include/fmt/core.h fmt_VERSION REGEX "define FMT_VERSION")
string(REGEX REPLACE ".* ([0-9]+)([0-9][0-9])([0-9][0-9])$" "\\1.\\2.\\3" fmt_VERSION "${fmt_VERSION}")
set(ASIO_INCLUDE ${NSYS_AI_LIBRARIES}/include)
set(PROTOZERO_INCLUDE ${NSYS_AI_LIBRARIES}/include)

add_library(nsys_sqlite STATIC ${NSYS_AI_LIBRARIES}/sqlite/sqlite3.c)
target_include_directories(nsys_sqlite SYSTEM PUBLIC ${NSYS_AI_LIBRARIES}/sqlite)
target_compile_definitions(nsys_sqlite PRIVATE
  SQLITE_ENABLE_MATH_FUNCTIONS SQLITE_ENABLE_DBSTAT_VTAB SQLITE_OMIT_LOAD_EXTENSION SQLITE_USE_URI SQLITE_SECURE_DELETE=0)
target_compile_options(nsys_sqlite PRIVATE -w)
target_link_libraries(nsys_sqlite PUBLIC Threads::Threads)

file(GLOB zlib CONFIGURE_DEPENDS ${NSYS_AI_LIBRARIES}/zlib/*.c)
add_library(nsys_zlib STATIC ${zlib})
target_include_directories(nsys_zlib SYSTEM PUBLIC ${NSYS_AI_LIBRARIES}/zlib)
target_compile_definitions(nsys_zlib PRIVATE HAVE_UNISTD_H)
target_compile_options(nsys_zlib PRIVATE -w)

set(terminal ${NSYS_AI_LIBRARIES}/../${NSYS_AI_MACHINE}/terminal)
add_library(nsys_libedit INTERFACE)
target_include_directories(nsys_libedit SYSTEM INTERFACE ${terminal}/include)
target_compile_definitions(nsys_libedit INTERFACE NSYS_AI_LIBEDIT)
target_link_libraries(nsys_libedit INTERFACE ${terminal}/lib/libedit.a ${terminal}/lib/libtinfo.a)
add_library(nsys_curses INTERFACE)
target_include_directories(nsys_curses SYSTEM INTERFACE ${terminal}/include)
target_compile_definitions(nsys_curses INTERFACE NSYS_AI_CURSES)
target_link_libraries(nsys_curses INTERFACE ${terminal}/lib/libncursesw.a ${terminal}/lib/libtinfo.a)
