#pragma once

#include "core/base/ids.h"

#include <vector>

namespace sage {

enum class KernelContract : std::uint8_t {
    KernelOnly,  ///< tiling in the source; launched on all vector cores
    HostTiling,  ///< op_host computes the tiling
};
NLOHMANN_JSON_SERIALIZE_ENUM(KernelContract, {{KernelContract::KernelOnly, "kernel-only"}, {KernelContract::HostTiling, "host-tiling"}})

struct KernelFileRef {
    std::string path; ///< relative, forward slashes, no ".."
    Hash sha256;
    std::string role; ///< kernel | header | host
    bool operator==(const KernelFileRef &) const = default;
};
SAGE_JSON_DECLARE(KernelFileRef)

/// A kernel is a manifest of files, never one text.
struct Kernel {
    std::vector<KernelFileRef> files; ///< sorted by path
    std::string language = "ascend-c";
    KernelContract contract = KernelContract::KernelOnly;

    /// Of the canonical manifest: equal content gives an equal hash.
    [[nodiscard]] Hash hash() const;
    bool operator==(const Kernel &) const = default;
};
SAGE_JSON_DECLARE(Kernel)

struct KernelFile {
    std::string path;
    std::string text;
    std::string role = "kernel";
    bool operator==(const KernelFile &) const = default;
};

/// A kernel with its texts, as generators write and evaluators read it.
struct KernelSource {
    std::vector<KernelFile> files;
    std::string language = "ascend-c";
    KernelContract contract = KernelContract::KernelOnly;

    [[nodiscard]] Kernel manifest() const;
    /// The file with role "kernel": the first, if several; null where there is none.
    [[nodiscard]] const KernelFile *mainFile() const;
    /// Its text, or nothing.
    [[nodiscard]] std::string mainText() const;
    bool operator==(const KernelSource &) const = default;
};

} // namespace sage
