#pragma once
// The stage `triangulate`: triangulates the faces of a mesh.

#include "base/run_context.h"
#include "data/estimates.h"
#include "data/mesh.h"
#include "schema/codec.h"

namespace weald::mesh {

struct TriangulateParams {
  schema::Input<Mesh> from;
};

/// Stage `triangulate`.
struct Triangulate {
  using Params = TriangulateParams;
  static double seconds_each(const Params&) { return 1e-7; }
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static Mesh run(const Params& params, const schema::Inputs& inputs, const RunContext& context);
};

}  // namespace weald::mesh

template <>
struct weald::schema::Schema<weald::mesh::TriangulateParams> {
  using P = weald::mesh::TriangulateParams;
  static constexpr std::string_view kind = "triangulate";
  static constexpr std::string_view summary = "Triangulates every face of a mesh.";
  static constexpr auto fields = Fields{Field{&P::from, "from", "Mesh to triangulate.", "", {}, Presence::required}};
};
