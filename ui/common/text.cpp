#include "ui/common/text.h"

#include <QCoreApplication>
#include <QLocale>

#include <cmath>

namespace sage::ui {

using namespace Qt::StringLiterals;

QString dash()
{
    return u"—"_s;
}

QString number(double value, int decimals)
{
    return QLocale::c().toString(value, 'f', decimals);
}

QString signedNumber(double value, int decimals)
{
    const QString plain = number(value, decimals);
    return value > 0 ? u"+"_s + plain : plain;
}

QString grouped(qint64 value)
{
    return QLocale(QLocale::English, QLocale::UnitedStates).toString(value);
}

QString latency(const std::optional<double> &microseconds)
{
    if (!microseconds || !std::isfinite(*microseconds))
        return dash();
    const double us = *microseconds;
    if (us >= 1e6)
        return number(us / 1e6, 2) + u" s"_s;
    if (us >= 1e4)
        return number(us / 1e3, 1) + u" ms"_s;
    if (us >= 1e3)
        return number(us / 1e3, 2) + u" ms"_s;
    return number(us, us >= 100 ? 0 : us >= 10 ? 1 : 2) + u" µs"_s;
}

QString speedUp(const std::optional<double> &reference, const std::optional<double> &best)
{
    if (!reference || !best || !(*best > 0))
        return dash();
    return number(*reference / *best, 2) + u"×"_s;
}

QString shortId(std::string_view id)
{
    return text(id.substr(0, 8));
}

QString duration(qint64 milliseconds)
{
    const qint64 seconds = (milliseconds + 500) / 1000;
    if (seconds < 60)
        return QCoreApplication::translate("Text", "%1 s").arg(seconds);
    if (seconds < 3600)
        return QCoreApplication::translate("Text", "%1 min %2 s").arg(seconds / 60).arg(seconds % 60);
    return QCoreApplication::translate("Text", "%1 h %2 min").arg(seconds / 3600).arg(seconds / 60 % 60);
}

} // namespace sage::ui
