# The libraries of others.
find_package(Threads REQUIRED)
if(NSYS_AI_LIBRARIES)
  include(${CMAKE_CURRENT_LIST_DIR}/package/libraries.cmake)
else()
  include(${CMAKE_CURRENT_LIST_DIR}/system_libraries.cmake)
endif()

add_library(nsys_asio INTERFACE)
target_include_directories(nsys_asio SYSTEM INTERFACE ${ASIO_INCLUDE})
# asio 1.22 takes aligned_alloc only where a standard header came before it: one compile unit would then release
# with another function what the other has allocated.
target_compile_definitions(nsys_asio INTERFACE
  ASIO_STANDALONE ASIO_NO_DEPRECATED ASIO_DISABLE_STD_ALIGNED_ALLOC)
target_link_libraries(nsys_asio INTERFACE Threads::Threads)
add_library(nsys_protozero INTERFACE)
target_include_directories(nsys_protozero SYSTEM INTERFACE ${PROTOZERO_INCLUDE})
