#pragma once

#include "tests/house/sourcetree.h"

#include <map>
#include <set>

namespace sage::house {

/// A room as core/CMakeLists.txt declares it.
struct Room {
    std::string name;
    std::set<std::string> depends; ///< direct
    std::set<std::string> links;   ///< libraries, as written
};

using Rooms = std::map<std::string, Room>; ///< by folder below core/

/// Reads the sage_room(NAME FOLDER f DEPENDS ... LINK ...) calls. The one truth about arrows.
[[nodiscard]] Rooms readRooms(std::string_view cmakeText);

/// Rooms that may be included from `room`: itself and all below it.
[[nodiscard]] std::set<std::string> reachable(const Rooms &rooms, const std::string &room);

/// Includes that run up, of core, ui and app files; Widgets, Gui and undeclared Qt modules in core.
/// `qtModules` says which Qt module an unqualified header such as <QString> belongs to.
[[nodiscard]] std::vector<Finding> checkArrows(const std::vector<SourceFile> &files, const Rooms &rooms,
                                               const std::map<std::string, std::string> &qtModules);

/// Widgets or Gui among the libraries that rooms link.
[[nodiscard]] std::vector<Finding> checkLinks(const Rooms &rooms);

/// Include cycles larger than a class and its private half (x.h with x_p.h).
[[nodiscard]] std::vector<Finding> checkCycles(const std::vector<SourceFile> &files);

} // namespace sage::house
