#pragma once
// Parameters that several stages have in common: the reference says them once.

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/codec.h"

namespace weald::app {

/// Tables of parameters in Markdown. Rows that occur together in several tables are a block that has a section of its
/// own on one page; tables refer to it.
class SharedRows {
 public:
  using Table = std::vector<schema::FieldInfo>;
  /// Consecutive rows of a table that belong together.
  struct Run {
    std::size_t begin = 0, end = 0;
  };

  /// `tables`: the parameters of every stage and of outputs. `page`: the file of the sections.
  SharedRows(std::vector<const Table*> tables, std::string page);

  /// One of `tables`, and the tables of the records in it.
  std::string table(const Table& fields) const;

  /// The sections of all blocks, in the order of their first use.
  std::string sections() const;

 private:
  void add_block(const Table& block);
  std::vector<Run> runs_of(const Table& fields) const;
  std::string record_table(const schema::FieldInfo& field) const;

  std::string page_;
  std::map<std::string, std::set<std::size_t>> tables_with_;  ///< numbers of tables, by the text of a row in them
  std::map<std::string, std::string> anchors_;                ///< of blocks, by their text
  std::vector<std::pair<std::string, Table>> blocks_;         ///< heading and rows
};

/// A text with the signs that end a cell of a table escaped.
std::string escaped(std::string text);

}  // namespace weald::app
