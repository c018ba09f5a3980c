# The compiler of packages: for the machine NSYS_AI_MACHINE (x86_64, aarch64), against glibc 2.28, so that the program
# starts wherever the remote side of VS Code does. NSYS_AI_ZIG is clang with libc++ and the symbols of every glibc.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${NSYS_AI_MACHINE})
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES NSYS_AI_MACHINE NSYS_AI_ZIG NSYS_AI_LIBRARIES)

# CMake wants a compiler to be one word, so its words are put into a script of their own.
function(tool name)
  string(JOIN " " words ${ARGN})
  set(file ${NSYS_AI_LIBRARIES}/../${NSYS_AI_MACHINE}/tools/${name})
  file(CONFIGURE OUTPUT ${file} CONTENT "#!/bin/sh\nexec ${NSYS_AI_ZIG} ${words} \"$@\"\n" @ONLY)
  file(CHMOD ${file} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
  set(tool ${file} PARENT_SCOPE)
endfunction()
# Without symbols from CMake's first try of it on, since it builds its C++ library once with them and once without.
tool(cc cc -s -target ${NSYS_AI_MACHINE}-linux-gnu.2.28)
set(CMAKE_C_COMPILER ${tool})
tool(c++ c++ -s -target ${NSYS_AI_MACHINE}-linux-gnu.2.28)
set(CMAKE_CXX_COMPILER ${tool})
tool(ar ar)
set(CMAKE_AR ${tool})
tool(ranlib ranlib)
set(CMAKE_RANLIB ${tool})

# Nothing of this machine in the program: no paths of its folders, and no debug information, which this compiler adds.
get_filename_component(root ${CMAKE_CURRENT_LIST_DIR}/../.. ABSOLUTE)
get_filename_component(work ${NSYS_AI_LIBRARIES}/.. ABSOLUTE)
set(CMAKE_C_FLAGS_INIT "-g0 -ffile-prefix-map=${work}=build -ffile-prefix-map=${root}=.")
set(CMAKE_CXX_FLAGS_INIT "${CMAKE_C_FLAGS_INIT} -D_LIBCPP_ENABLE_EXPERIMENTAL") # where libc++ keeps std::jthread
