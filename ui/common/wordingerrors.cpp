#include "ui/common/wordingtables.h"

#include <QtCore/qglobal.h>

#include <array>

// Context "Wording" in the translation file. {name} stands for the error's argument of that name.
#define WORD(text) QT_TRANSLATE_NOOP("Wording", text)

namespace sage::ui {

namespace {

using D = Domain;

constexpr auto table = std::to_array<Wording>({
    {D::Error, "store.missing", WORD("There is no workspace in this folder. Open another one, or create a new workspace.")},
    {D::Error, "ui.runner-ended", WORD("The runner ended before the run was finished. Its last words:\n{words}")},
    {D::Error, "ui.no-runner", WORD("The program {program} could not be started. Build or install sagectl beside the workbench.")},
});

} // namespace

std::span<const Wording> errorWordings()
{
    return table;
}

} // namespace sage::ui
