#pragma once

#include "core/plain/result.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sage::npu {

/// Cost of one vector instruction: latency + slope x repeats cycles, a repeat being 256 bytes.
struct OpCost {
    double latency = 24;
    double slope16 = 1; ///< for 16-bit and narrower elements
    double slope32 = 1;
};

/// Bandwidth of one path by transfer size; between the points linear in time.
struct TransferCurve {
    std::vector<double> kilobytes;
    std::vector<double> gibPerSecond;
    double minimumOccupancy = 20; ///< cycles between the starts of two transfers of one pipe

    /// Microseconds that one transfer of so many bytes takes by itself.
    [[nodiscard]] double micros(double bytes) const;
    /// Microseconds that it keeps the pipe from starting the next.
    [[nodiscard]] double occupancyMicros(double bytes) const;
};

/// A device as the emulator knows it; every number is data from resources/devices.
struct Profile {
    std::string name;
    std::uint32_t vectorCores = 0, cubeCores = 0;
    double megahertz = 0;
    std::uint32_t ubBytes = 0;     ///< hard limit
    std::uint32_t ubUsableBytes = 0; ///< above: warning, reserved unless a compiler flag is set
    double issueCycles = 0;        ///< scalar pipe, one instruction
    double queueCycles = 0;        ///< scalar pipe, one queue operation
    double syncCycles = 0;         ///< from the end on one pipe to the start on another
    double ubAccessCycles = 0, gmAccessCycles = 0; ///< one scalar load or store
    double repeatMinimum = 4;      ///< cycles between the starts of two vector instructions
    double gmTerabytesPerSecond = 0, gmBypassTerabytesPerSecond = 0; ///< shared by all cores; with the L2 hint off
    double unalignedFactor = 1;    ///< most that rows off the 512-byte grid cost
    double syncAllCycles = 0;
    double launchMicros = 0, launchMicrosPerCore = 0;
    TransferCurve load, store, local; ///< GM -> UB, UB -> GM, UB -> UB
    std::map<std::string, OpCost, std::less<>> ops; ///< by instruction name; "default" for the rest

    [[nodiscard]] const OpCost &cost(std::string_view op) const;
};

/// Errors: file.*, npu.bad-profile.
[[nodiscard]] Result<Profile> readProfile(const std::string &path);
[[nodiscard]] Result<Profile> profileFromJson(std::string_view text);

} // namespace sage::npu
