#include "core/model/kernel.h"

#include "core/base/hash.h"

#include <algorithm>

namespace sage {

Hash Kernel::hash() const
{
    return sha256(Json(*this));
}

Kernel KernelSource::manifest() const
{
    Kernel kernel;
    kernel.language = language;
    kernel.contract = contract;
    for (const KernelFile &file : files)
        kernel.files.push_back({file.path, sha256(std::string_view(file.text)), file.role});
    std::sort(kernel.files.begin(), kernel.files.end(), [](const KernelFileRef &a, const KernelFileRef &b) { return a.path < b.path; });
    return kernel;
}

const KernelFile *KernelSource::mainFile() const
{
    const auto found = std::find_if(files.begin(), files.end(), [](const KernelFile &file) { return file.role == "kernel"; });
    return found == files.end() ? nullptr : &*found;
}

std::string KernelSource::mainText() const
{
    const KernelFile *file = mainFile();
    return file ? file->text : std::string();
}

SAGE_JSON_DEFINE(KernelFileRef, path, sha256, role)
SAGE_JSON_DEFINE(Kernel, files, language, contract)

} // namespace sage
