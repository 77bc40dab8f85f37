# One place for flags: every target of ours links sage_common.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release)
endif()

find_program(SAGE_CCACHE ccache)
if(SAGE_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${SAGE_CCACHE}")
endif()
find_program(SAGE_MOLD mold)
if(SAGE_MOLD)
    add_link_options(-fuse-ld=mold)
endif()

add_library(sage_common INTERFACE)
target_include_directories(sage_common INTERFACE "${PROJECT_SOURCE_DIR}")
# The digest of a run must not depend on how the compiler contracts a * b + c.
target_compile_options(sage_common INTERFACE -Wall -Wextra -Wshadow -Wnon-virtual-dtor -ffp-contract=off)
# GCC 12 sees overlaps in "literal" + std::string that are not there (GCC bug 105651).
target_compile_options(sage_common INTERFACE $<$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>:-Wno-restrict>)
target_compile_definitions(sage_common INTERFACE
    QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_FOREACH QT_NO_KEYWORDS QT_USE_QSTRINGBUILDER
    QT_NO_URL_CAST_FROM_STRING QT_STRICT_ITERATORS SAGE_VERSION="${PROJECT_VERSION}")
if(SAGE_SANITIZE)
    # The kernel runner stays unsanitized: RLIMIT_AS and seccomp do not mix with sanitizers.
    add_library(sage_sanitize INTERFACE)
    target_compile_options(sage_sanitize INTERFACE -fsanitize=${SAGE_SANITIZE} -fno-omit-frame-pointer)
    target_link_options(sage_sanitize INTERFACE -fsanitize=${SAGE_SANITIZE})
    if(SAGE_SANITIZE MATCHES undefined)
        # A report alone would not fail a test.
        target_compile_options(sage_sanitize INTERFACE -fno-sanitize-recover=undefined)
    endif()
else()
    add_library(sage_sanitize INTERFACE)
endif()
