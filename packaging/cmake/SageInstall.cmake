# What is installed besides the programs, which install themselves. share/sage as it is staged in the build.
set(sage_id org.sage_workbench.SageWorkbench)
install(DIRECTORY "${PROJECT_BINARY_DIR}/share/sage" DESTINATION share)
if(SAGE_BUILD_UI)
    install(FILES "${PROJECT_SOURCE_DIR}/packaging/${sage_id}.desktop" DESTINATION share/applications)
    install(FILES "${PROJECT_SOURCE_DIR}/packaging/${sage_id}.metainfo.xml" DESTINATION share/metainfo)
    install(DIRECTORY "${PROJECT_SOURCE_DIR}/packaging/icons/hicolor" DESTINATION share/icons)
endif()
