# The compiler of packages: for the machine NSYS_AI_MACHINE (x86_64, aarch64), against glibc 2.28.
# NSYS_AI_ZIG is clang with libc++ and the symbols of every glibc; CMake wants a compiler to be one word, so the
# words are put into a script of their own.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${NSYS_AI_MACHINE})
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES NSYS_AI_MACHINE NSYS_AI_ZIG)

set(tools ${CMAKE_CURRENT_BINARY_DIR}/tools)
if(CMAKE_CURRENT_BINARY_DIR MATCHES "/CMakeFiles/")
  string(REGEX REPLACE "/CMakeFiles/.*" "/tools" tools ${CMAKE_CURRENT_BINARY_DIR})
endif()
function(tool name)
  string(JOIN " " words ${ARGN})
  file(CONFIGURE OUTPUT ${tools}/${name} CONTENT "#!/bin/sh\nexec ${NSYS_AI_ZIG} ${words} \"$@\"\n" @ONLY)
  file(CHMOD ${tools}/${name} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
endfunction()
tool(cc cc -target ${NSYS_AI_MACHINE}-linux-gnu.2.28)
tool(c++ c++ -target ${NSYS_AI_MACHINE}-linux-gnu.2.28)
tool(ar ar)
tool(ranlib ranlib)
set(CMAKE_C_COMPILER ${tools}/cc)
set(CMAKE_CXX_COMPILER ${tools}/c++)
set(CMAKE_AR ${tools}/ar)
set(CMAKE_RANLIB ${tools}/ranlib)
set(CMAKE_C_FLAGS_INIT -g0) # which it would add
set(CMAKE_CXX_FLAGS_INIT "-g0 -D_LIBCPP_ENABLE_EXPERIMENTAL") # std::jthread is an experiment to libc++
