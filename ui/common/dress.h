#pragma once

#include <QSortFilterProxyModel>
#include <QTableView>
#include <QWidget>

#include <functional>

class QLineEdit;

namespace sage::ui {

/// Filters by words: every word of the filter occurs in some column of the row. Sorts by SortRole.
class WordFilter : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit WordFilter(QObject *parent = nullptr);
    void setWords(const QString &text);

    /// While quiet, a change of the selection is the program's doing.
    [[nodiscard]] bool isQuiet() const { return m_quiet > 0; }
    void setQuiet(bool quiet) { m_quiet += quiet ? 1 : -1; }

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex &parent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;

private:
    QStringList m_words;
    int m_quiet = 0;
};

struct Dress {
    QString name;               ///< objectName of the view; the filter line gets name + "Filter"
    bool filterLine = false;
    bool sorts = true;
    int sortColumn = -1;        ///< -1: the model's order
    Qt::SortOrder order = Qt::DescendingOrder;
    int stretchColumn = -1;     ///< takes the room that is left
    QList<int> hidden;          ///< columns not shown at first; the header's menu shows them
};

/// A table ready for use: proxy, filter line, sort, header menu (show and hide columns), copy (Ctrl+C), context menu (copy,
/// copy all, export CSV), empty text. Owned by its parent.
struct DressedTable {
    QWidget *box = nullptr; ///< view and filter line
    QTableView *view = nullptr;
    WordFilter *proxy = nullptr;
    QLineEdit *filter = nullptr;

    /// The row with this IdRole is made current, quietly; where it is not shown, none is.
    void select(const QString &id) const;
    [[nodiscard]] QString currentId() const;
    /// Calls f with the IdRole of the row that a person selected, by mouse or key.
    void onChosen(QObject *context, std::function<void(const QString &id)> f) const;
    /// Widths of columns, in characters.
    void setWidths(std::initializer_list<std::pair<int, int>> characters) const;
};

/// As long as it lives, selections in the table do not count as a person's: for updates of its model.
class Quiet
{
public:
    explicit Quiet(const DressedTable &table) : m_proxy(table.proxy) { m_proxy->setQuiet(true); }
    ~Quiet() { m_proxy->setQuiet(false); }
    Quiet(const Quiet &) = delete;
    Quiet &operator=(const Quiet &) = delete;

private:
    WordFilter *m_proxy;
};

/// Pixels of a character of running text. averageCharWidth() of a font with Chinese glyphs is that of the Chinese ones.
[[nodiscard]] double characterWidth(const QWidget &widget);

[[nodiscard]] DressedTable dressTable(QAbstractItemModel *model, const Dress &dress, QWidget *parent);

/// Texts of a table for the clipboard or a file: header and rows, cells parted by `separator`, quoted for CSV where needed.
[[nodiscard]] QString tableText(const QAbstractItemModel &model, const QModelIndexList &rows, QChar separator);

/// Asks for a file name and writes the bytes on a thread of the pool; a failure is told in a message box.
void saveAs(QWidget *parent, const QString &suggested, const QString &filter, const QByteArray &bytes);

} // namespace sage::ui
