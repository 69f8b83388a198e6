#include "stages/plants/lsystem/detail/environment.h"

namespace weald::lsystem {

EnvironmentInputs environment_inputs(const EnvironmentParams& params, const schema::Inputs& inputs) {
  EnvironmentInputs result;
  if (params.volume) result.volume = inputs.maybe(params.volume->mesh);
  result.guide = guide_lines(params.turtle.guide, inputs);
  result.surface = inputs.maybe(params.surface);
  result.ground = inputs.maybe(params.ground);
  if (params.light) {
    for (const auto& neighbour : params.light->neighbours) result.neighbours.push_back(&inputs[neighbour]);
    for (const auto& one : params.light->meshes) result.shading.push_back(&inputs[one]);
  }
  return result;
}

namespace {

class Box : public Volume {
 public:
  explicit Box(const BoxParams& params) : params_(params) {}
  bool contains(const Vec3& p) const override {
    const Vec3 &a = params_.min, &b = params_.max;
    return p.x >= a.x && p.x <= b.x && p.y >= a.y && p.y <= b.y && p.z >= a.z && p.z <= b.z;
  }

 private:
  BoxParams params_;
};

class Sphere : public Volume {
 public:
  explicit Sphere(const SphereParams& params) : params_(params) {}
  bool contains(const Vec3& p) const override {
    const Vec3 offset = p - params_.centre;
    return glm::dot(offset, offset) <= params_.radius * params_.radius;
  }

 private:
  SphereParams params_;
};

class Solid : public Volume {
 public:
  explicit Solid(const mesh::Mesh& mesh) : volume_(mesh) {}
  bool contains(const Vec3& p) const override { return volume_.contains(p); }

 private:
  mesh::MeshVolume volume_;
};

std::unique_ptr<Volume> make_volume(const std::optional<VolumeParams>& params, const mesh::Mesh* mesh) {
  if (!params) return nullptr;
  if (params->box) return std::make_unique<Box>(*params->box);
  if (params->sphere) return std::make_unique<Sphere>(*params->sphere);
  return mesh != nullptr ? std::make_unique<Solid>(*mesh) : nullptr;
}

}  // namespace

// Symbols that are misspelt were reported when the preset was checked.
std::vector<std::string> casting_symbols(const EnvironmentParams& params, const Grammar& grammar) {
  TextIssues unheard;
  if (!params.light || params.light->symbols.text.empty()) return {};
  return parse_symbols(params.light->symbols, unheard, SymbolNames(grammar.alphabet));
}

Environment::Environment(const EnvironmentParams& params, const Grammar& grammar, const EnvironmentInputs& inputs)
    : grammar_(grammar),
      walk_(grammar.alphabet, guided(params.turtle, inputs.guide), casting_symbols(params, grammar)),
      volume_(make_volume(params.volume, inputs.volume)),
      surroundings_(params, inputs) {}

// The interpretation neither reads nor writes queries, so the string and its interpretation have the same queries in
// the same order. Negative zeros become positive, because the sign would appear in the string's text.
void Environment::answer(Rewriter& rewriter, const RunContext& context) {
  if (!grammar_.has_queries && !surroundings_.has_light()) return;
  LString drawn = rewriter.drawn();
  WalkNotes notes = walk_.answer(drawn.symbols, drawn.parameters, context);
  if (surroundings_.has_light()) surroundings_.set_casters(std::move(notes.casters));
  for (const OpenQuery& query : notes.queries) {
    const Vec3 direction = query.action == TurtleAction::ask_normal ? surroundings_.normal(query.position)
                                                                    : surroundings_.light_direction(query.position);
    for (std::size_t i = 0; i < query.count; ++i)
      drawn.parameters[query.parameter + i] = direction[static_cast<int>(i)];
  }
  const std::span<double> parameters = rewriter.parameters();
  std::size_t from = 0, to = 0, next = 0;
  for (const std::uint8_t id : rewriter.state().symbols) {
    const std::size_t count = grammar_.alphabet[id].parameters;
    if (is_query(grammar_.alphabet[id])) {
      while (drawn.symbols[next] != id) from += grammar_.alphabet[drawn.symbols[next++]].parameters;
      for (std::size_t i = 0; i < count; ++i) parameters[to + i] = drawn.parameters[from + i] + 0.0;
      from += count;
      ++next;
    }
    to += count;
  }
}

}  // namespace weald::lsystem

namespace weald::schema {

void Schema<lsystem::BoxParams>::check(const P& params, Checker& checker) {
  for (int axis = 0; axis < 3; ++axis) {
    if (params.min[axis] <= params.max[axis]) continue;
    checker.error("min", "min is greater than max", "swap them");
    return;
  }
}

void Schema<lsystem::VolumeParams>::check(const P& params, Checker& checker) {
  const int given = (params.box ? 1 : 0) + (params.sphere ? 1 : 0) + (params.mesh.given() ? 1 : 0);
  if (given != 1) checker.error(given == 0 ? "box" : "mesh", "a volume is one of box, sphere and mesh");
}

}  // namespace weald::schema
