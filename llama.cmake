# Read by CMake when it comes to llama.cpp (the Makefile names this file in CMAKE_ARGS).
# llama-cpp-python loads libllama, libggml and libmtmd only. llama-common, which it asks for too, takes
# half of the time to compile. It asks with CACHE FORCE, which a -D cannot overrule and a normal variable does.
set(LLAMA_BUILD_COMMON OFF)
