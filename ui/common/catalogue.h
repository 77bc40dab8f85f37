#pragma once

#include "core/plain/result.h"

#include <QMetaType>
#include <QString>
#include <QStringList>

#include <filesystem>
#include <vector>

namespace sage::ui {

struct CatalogueOperator {
    QString name;
    int level = 0;
    QString category;
    QString summary;
    int cases = 0;
};

struct CatalogueStream {
    QString name;
    QString path;
    QStringList operators;
};

/// What a run can be started on.
struct Catalogue {
    std::vector<CatalogueOperator> operators; ///< by level, then name
    std::vector<CatalogueStream> streams;
    std::vector<QString> problems; ///< cards and streams that could not be read, and why
};

/// Reads all cards: a worker's job.
[[nodiscard]] Catalogue readCatalogue();

} // namespace sage::ui

Q_DECLARE_METATYPE(sage::ui::Catalogue)
