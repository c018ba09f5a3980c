# nsys_listed(VARIABLE LIST): the sources of what a list names, for the layer that calls this.
#
# LIST has an entry a line, NSYS_KIND(name) or NSYS_KIND(name, file), which C++ includes too. The source is
# name.cpp or file.cpp, in the folder that calls this or in one below it.
function(nsys_listed variable list)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *.cpp)
  file(STRINGS ${list} entries REGEX "^NSYS_[A-Z_]+\\(.*\\)$")
  set(listed)
  foreach(entry IN LISTS entries)
    string(REGEX MATCH "([a-z0-9_]+)\\)$" found ${entry})
    set(file ${CMAKE_MATCH_1})
    set(named ${sources})
    list(FILTER named INCLUDE REGEX "(^|/)${file}\\.cpp$")
    list(LENGTH named count)
    if(NOT count EQUAL 1)
      message(FATAL_ERROR "${CMAKE_CURRENT_SOURCE_DIR}/${list}: ${entry} needs one file ${file}.cpp here or below; "
                          "there are ${count}.")
    endif()
    list(APPEND listed ${named})
  endforeach()
  list(REMOVE_DUPLICATES listed)
  set(${variable} ${listed} PARENT_SCOPE)
endfunction()
