#pragma once
// Parameters that several stages have in common: the reference says them once.

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "schema/codec.h"

namespace weald::app {

/// Tables of parameters in Markdown. Rows that always occur together, in several tables, are a block that has a section
/// of its own on one page; tables refer to it.
class SharedRows {
 public:
  /// `tables`: the parameters of every stage and of outputs, which must outlive this. `page`: the file of the sections.
  SharedRows(std::vector<const std::vector<schema::FieldInfo>*> tables, std::string page);

  /// The table of one of `tables`, and those of the records in it.
  std::string table(const std::vector<schema::FieldInfo>& fields) const;

  /// The sections of all blocks, in the order of their first use.
  std::string sections() const;

 private:
  /// Consecutive rows of a table: all in one block, or a single row of its own.
  struct Run {
    std::size_t begin = 0, end = 0;
    const std::string* block = nullptr;  ///< the anchor of its section; null: it has none
  };

  void count(const std::vector<schema::FieldInfo>& fields, bool is_nested);
  void list_blocks(const std::vector<schema::FieldInfo>& fields);
  std::vector<Run> runs_of(const std::vector<schema::FieldInfo>& fields) const;
  std::string rows(const std::vector<schema::FieldInfo>& fields, const std::vector<Run>& runs) const;

  std::string page_;
  std::map<std::string, std::set<int>> tables_with_;  ///< by row, with the tables in it: numbers of tables
  std::set<std::string> counted_;                     ///< records that are the same as one counted before
  int count_ = 0;
  std::map<std::string, std::string> anchors_;                                  ///< of blocks, by their text
  std::vector<std::pair<std::string, std::vector<schema::FieldInfo>>> blocks_;  ///< heading and rows
};

/// A text with the signs that end a cell of a table escaped.
std::string escaped(std::string text);

}  // namespace weald::app
