#include "core/base/hash.h"

#include <QCryptographicHash>

namespace sage {

Hash sha256(std::string_view bytes)
{
    const QByteArray digest = QCryptographicHash::hash(QByteArray::fromRawData(bytes.data(), static_cast<qsizetype>(bytes.size())),
                                                       QCryptographicHash::Sha256);
    return Hash(digest.toHex().toStdString());
}

Hash sha256(const Json &json)
{
    return sha256(std::string_view(canonical(json)));
}

} // namespace sage
