# Writes files as a C++ source: cmake -DOUT=assets.cpp -DFOLDER=folder "-DFILES=a.js b.css" -P embed.cmake
# The bytes are as they are in the files; the program needs no folder of files beside it.
separate_arguments(FILES)
set(arrays "")
set(rows "")
set(index 0)
foreach(file IN LISTS FILES)
  get_filename_component(extension "${file}" LAST_EXT)
  if(extension STREQUAL ".html")
    set(type "text/html; charset=utf-8")
  elseif(extension STREQUAL ".js")
    set(type "text/javascript; charset=utf-8")
  elseif(extension STREQUAL ".css")
    set(type "text/css; charset=utf-8")
  elseif(extension STREQUAL ".svg")
    set(type "image/svg+xml")
  else()
    message(FATAL_ERROR "embed.cmake knows no content type for ${file}")
  endif()
  file(READ "${FOLDER}/${file}" hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${hex}")
  string(APPEND arrays "constexpr char kFile${index}[] = {${bytes}'\\0'};\n")
  string(APPEND rows "    {\"${file}\", \"${type}\", {kFile${index}, sizeof(kFile${index}) - 1}},\n")
  math(EXPR index "${index} + 1")
endforeach()
file(WRITE "${OUT}" "// Written by server/http/embed.cmake from extensions/web.
#include \"http/assets.h\"

#include <array>

namespace nsys_ai {
namespace {

${arrays}
constexpr std::array<Asset, ${index}> kAssets = {{
${rows}}};

}  // namespace

const Asset* asset(std::string_view name) {
  for (const Asset& each : kAssets) {
    if (each.name == name) return &each;
  }
  return nullptr;
}

}  // namespace nsys_ai
")
