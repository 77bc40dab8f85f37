#include "ui/shell/about.h"

#include "ui/common/icons.h"

#include <QCoreApplication>
#include <QMessageBox>

namespace sage::ui {

using namespace Qt::StringLiterals;

namespace {

struct About {
    Q_DECLARE_TR_FUNCTIONS(About)
};

} // namespace

void showAbout(QWidget *parent)
{
    auto *box = new QMessageBox(parent);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setObjectName(u"aboutBox"_s);
    box->setWindowTitle(About::tr("About SAGE Workbench"));
    box->setIconPixmap(icon(u"sage-workbench"_s).pixmap(64, 64));
    box->setTextFormat(Qt::RichText);
    box->setText(u"<h3>SAGE Workbench %1</h3><p>%2</p>"_s.arg(QString::fromLatin1(SAGE_VERSION), About::tr("Adoption-aware memory learning for NPU kernel synthesis.")));
    box->setInformativeText(u"<p>%1</p><p>%2</p><p>%3</p>"_s.arg(
        About::tr("Independent project, not affiliated with or endorsed by Huawei. Ascend, CANN and related names belong to their owners; no CANN file is included. The host emulator is an independent implementation of names that public Ascend C kernels use."),
        About::tr("Latencies are modelled by the emulator's timing model, not measured on a device, wherever nothing else is said."),
        About::tr("Our sources are under the Apache License 2.0. This program is linked with Qt Charts and is therefore distributed under the GNU General Public License, version 3.")));
    box->setStandardButtons(QMessageBox::Close);
    box->open();
}

} // namespace sage::ui
