#pragma once
// The machine `edges`: every parameter of every stage and output at its edges, one at a time.

#include <memory>
#include <vector>

#include "deep/machine.h"
#include "deep/small_presets.h"

namespace weald::deep {

class EdgeMachine final : public Machine {
 public:
  explicit EdgeMachine(const Setting& setting);
  std::optional<std::uint64_t> cases() const override { return order_.size(); }
  std::string title(std::uint64_t index) const override;
  CaseResult run(std::uint64_t index, const std::filesystem::path& folder) const override;

 private:
  /// The map whose fields are given other values.
  enum class Owner { subject, first_output, preset };
  struct Base {
    std::string name;
    Node preset;
    std::vector<FieldInfo> fields;
    Owner owner = Owner::subject;
  };
  /// A preset as it is, or with a parameter at one of its edges.
  struct Place {
    std::uint32_t base = 0, field = 0, edge = 0;
  };
  static Node& owner_in(Node& preset, Owner owner);
  struct Case {
    std::string title, path;
    Node preset;
  };
  void add_bases();
  void add_output_bases();
  void add_preset_base();
  void add_places(std::uint32_t base);
  Case make(std::uint64_t index) const;

  Setting setting_;
  SmallPresets presets_;
  std::vector<Base> bases_;
  std::vector<Place> order_;
};

}  // namespace weald::deep
