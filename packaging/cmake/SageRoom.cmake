# sage_room(NAME DEPENDS rooms... LINK libraries...): one room of the house = one static library.
# All sources of the folder belong to it; a room depends only on the rooms it names here, and
# tests/house checks that its includes say the same.
function(sage_room name)
    cmake_parse_arguments(ROOM "" "FOLDER" "DEPENDS;LINK" ${ARGN})
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${ROOM_FOLDER}/*.cpp")
    file(GLOB_RECURSE headers CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${ROOM_FOLDER}/*.h")
    list(FILTER sources EXCLUDE REGEX "/npu/include/")
    list(FILTER headers EXCLUDE REGEX "/npu/include/")
    set(target sage_${name})
    if(sources)
        add_library(${target} STATIC ${sources} ${headers})
        set(scope PUBLIC)
        target_link_libraries(${target} PRIVATE sage_sanitize)
    else()
        add_library(${target} INTERFACE)
        set(scope INTERFACE)
    endif()
    target_link_libraries(${target} ${scope} sage_common ${ROOM_LINK})
    foreach(dependency IN LISTS ROOM_DEPENDS)
        target_link_libraries(${target} ${scope} sage_${dependency})
    endforeach()
    string(SUBSTRING ${name} 0 1 first)
    string(TOUPPER ${first} first)
    string(SUBSTRING ${name} 1 -1 rest)
    add_library(Sage::${first}${rest} ALIAS ${target})
    set_property(GLOBAL APPEND PROPERTY SAGE_ROOMS ${name})
endfunction()

# What every test program finds in its environment.
set(SAGE_TEST_ENVIRONMENT
    QT_QPA_PLATFORM=offscreen
    QTEST_FUNCTION_TIMEOUT=900000 # ms; ctest's own limit judges, Qt Test's five minutes a function are short for real runs on a busy machine
    "SAGE_PREFIX=${PROJECT_BINARY_DIR}"
    "TSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/data/tsan.supp"
    "LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/data/lsan.supp:print_suppressions=0"
    UBSAN_OPTIONS=print_stacktrace=1)

# sage_tests(FOLDER LINK libraries...): every tst_*.cpp of the folder is one test program.
# Labels are given by a first-line comment: // labels: threads slow
function(sage_tests folder)
    cmake_parse_arguments(T "" "" "LINK" ${ARGN})
    file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/tst_*.cpp")
    foreach(source IN LISTS sources)
        get_filename_component(stem ${source} NAME_WE)
        string(REPLACE "/" "_" prefix ${folder})
        set(target ${prefix}_${stem})
        add_executable(${target} ${source})
        set_target_properties(${target} PROPERTIES AUTOMOC ON)
        target_link_libraries(${target} PRIVATE sage_sanitize ${T_LINK} Qt6::Test)
        target_compile_definitions(${target} PRIVATE
            SAGE_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data" SAGE_SOURCE_DIR="${PROJECT_SOURCE_DIR}" SAGE_BINARY_DIR="${PROJECT_BINARY_DIR}")
        add_test(NAME ${folder}/${stem} COMMAND ${target})
        set_tests_properties(${folder}/${stem} PROPERTIES TIMEOUT 300 ENVIRONMENT
            "${SAGE_TEST_ENVIRONMENT}")
        file(STRINGS ${source} first LIMIT_COUNT 1 REGEX "^// labels:")
        if(first)
            string(REPLACE "// labels: " "" labels "${first}")
            string(REPLACE " " ";" labels "${labels}")
            set_tests_properties(${folder}/${stem} PROPERTIES LABELS "${labels}")
            if("threads" IN_LIST labels)
                add_dependencies(sage_thread_tests ${target})
            endif()
        endif()
    endforeach()
endfunction()
