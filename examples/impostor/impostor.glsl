// Shows an octahedral impostor made by weald. docs/engines.md, "Impostors", gives the formulas.
//
// GLSL ES 3.00, or GLSL 3.30 and later. Everything is in metres and in the axes of the mesh, y up. Transform the camera's
// position into these axes (by the inverse of the model matrix), and transform the results back.
//
// In the vertex shader, for the four corners of the square:
//   vec3 towards = normalize(eye - impostorPivot);       // in an orthographic view: the direction to the viewer
//   vec3 place = impostorCorner(corner, eye, towards, hasPerspective);
// In the fragment shader, where `place` is interpolated:
//   float level = impostorLevel(max(length(dFdx(place)), length(dFdy(place))));
//   ImpostorPixel pixel = impostorPixel(place, ray, towards, level);
//   if (pixel.alpha < 0.5) discard;

// Both textures have mip maps, are clamped, have row 0 of the picture at v = 0, and have alpha that is not premultiplied.
uniform sampler2D impostorAtlas;    // the part `atlas`, as an sRGB texture: sampling gives linear colours
uniform sampler2D impostorNormals;  // the part `normals` with `packed: true`, linear; its alpha is the depth

// Numbers of the mesh: extras.impostor in the GLB, or the output `.json`.
uniform vec3 impostorPivot;         // pivot_m
uniform float impostorSize;         // size_m
uniform float impostorFrames;       // frames
uniform float impostorFramePixels;  // frame_px
uniform float impostorGutter;       // gutter_px
uniform bool impostorIsSphere;      // directions is "sphere"

struct ImpostorPixel {
  vec3 colour;    // linear
  float alpha;    // cut at 0.5
  vec3 normal;    // a mean: the more the visible normals differ, the shorter it is
  vec3 position;  // of the visible surface: for depth, fog and nearby lamps
};

// The sign of each component, with 1 for 0.
vec2 impostorSigns(vec2 v) { return vec2(v.x < 0.0 ? -1.0 : 1.0, v.y < 0.0 ? -1.0 : 1.0); }

// The direction of a position in the map, (0, 0) to (1, 1).
vec3 impostorDirection(vec2 uv) {
  vec2 p = impostorIsSphere ? 2.0 * uv - 1.0 : vec2(uv.x - uv.y, uv.x + uv.y - 1.0);  // x and z
  float y = 1.0 - abs(p.x) - abs(p.y);
  if (y < 0.0 && impostorIsSphere) p = impostorSigns(p) * (1.0 - abs(p.yx));
  return normalize(vec3(p.x, impostorIsSphere ? y : max(y, 0.0), p.y));
}

// The position of a direction in the map: the inverse. A hemisphere seen from below shows the frames at the horizon.
vec2 impostorPlace(vec3 d) {
  if (!impostorIsSphere) d.y = max(d.y, 0.0);
  d /= max(abs(d.x) + abs(d.y) + abs(d.z), 1e-6);
  if (!impostorIsSphere) return 0.5 + 0.5 * vec2(d.x + d.z, d.z - d.x);
  vec2 p = d.y < 0.0 ? impostorSigns(d.xz) * (1.0 - abs(d.zx)) : d.xz;
  return 0.5 + 0.5 * p;
}

// The right and up axes of a frame drawn from direction d.
void impostorAxes(vec3 d, out vec3 right, out vec3 up) {
  vec3 level = vec3(d.z, 0.0, -d.x);  // cross((0, 1, 0), d)
  right = dot(level, level) > 1e-10 ? normalize(level) : vec3(1.0, 0.0, 0.0);
  up = cross(d, right);
}

// A corner of the square, (-0.5, -0.5) to (0.5, 0.5), turned to face the viewer. With perspective, the square grows as the
// camera comes nearer, so that it always covers the bounding sphere of the plant.
vec3 impostorCorner(vec2 corner, vec3 eye, vec3 towards, bool hasPerspective) {
  vec3 right, up;
  impostorAxes(towards, right, up);
  float free = 1.0 - 2.0 * impostorGutter / impostorFramePixels;
  float sine = 0.5 * impostorSize * free / max(distance(eye, impostorPivot), 1e-6);
  float grow = hasPerspective ? max(1.0, free / sqrt(max(1.0 - sine * sine, 0.02))) : 1.0;
  return impostorPivot + (right * corner.x + up * corner.y) * impostorSize * grow;
}

// The mip level at which a texel of a frame is as large as a pixel of the screen, which covers `pixel` metres of the square. With
// a gutter of one sixteenth of a frame, mip levels below one sixteenth of the size would mix frames.
float impostorLevel(float pixel) {
  return clamp(log2(pixel * impostorFramePixels / impostorSize), 0.0, log2(2.0 * impostorGutter));
}

// Adds the contribution of one frame along the ray through `from`, times its weight. `frame` is its column and row.
void impostorAddFrame(vec2 frame, float weight, vec3 from, vec3 ray, float level, inout ImpostorPixel sum) {
  vec3 back = impostorDirection(frame / (impostorFrames - 1.0)), right, up;
  impostorAxes(back, right, up);
  vec3 start = from - impostorPivot;
  float slope = min(dot(ray, back), -0.05);  // never along the frame's plane
  float margin = 0.5 * exp2(ceil(level)) / impostorFramePixels;  // so that no sample reaches into the next frame
  float height = 0.0;
  vec3 at;
  vec2 st, uv;
  // First intersect the ray with the plane through the pivot, then twice with the plane at the depth sampled there.
  for (int i = 0; i < 3; ++i) {
    at = start + ray * ((height - dot(start, back)) / slope);
    st = vec2(0.5 + dot(at, right) / impostorSize, 0.5 - dot(at, up) / impostorSize);
    uv = (frame + clamp(st, margin, 1.0 - margin)) / impostorFrames;
    if (i < 2) height = (textureLod(impostorNormals, uv, level).a - 0.5) * impostorSize;
  }
  if (any(lessThan(st, vec2(0.0))) || any(greaterThan(st, vec2(1.0)))) return;
  vec4 colour = textureLod(impostorAtlas, uv, level);
  float share = weight * colour.a;
  sum.alpha += share;
  sum.colour += share * colour.rgb;
  sum.normal += share * (2.0 * textureLod(impostorNormals, uv, level).rgb - 1.0);
  sum.position += share * at;
}

// The pixel for the ray that starts at `place`, a point of the square, in the direction `ray` away from the camera (unit length).
ImpostorPixel impostorPixel(vec3 place, vec3 ray, vec3 towards, float level) {
  vec2 q = impostorPlace(towards) * (impostorFrames - 1.0);
  vec2 cell = min(floor(q), impostorFrames - 2.0), f = q - cell;
  vec2 third = f.x > f.y ? vec2(1.0, 0.0) : vec2(0.0, 1.0);
  ImpostorPixel pixel = ImpostorPixel(vec3(0.0), 0.0, vec3(0.0), vec3(0.0));
  impostorAddFrame(cell, 1.0 - max(f.x, f.y), place, ray, level, pixel);
  impostorAddFrame(cell + 1.0, min(f.x, f.y), place, ray, level, pixel);
  impostorAddFrame(cell + third, abs(f.x - f.y), place, ray, level, pixel);
  // Means weighted by coverage, so that transparent texels do not count.
  float covered = max(pixel.alpha, 1e-4);
  pixel.colour /= covered;
  pixel.position = impostorPivot + pixel.position / covered;
  pixel.normal /= covered;
  return pixel;
}

// The share of a lamp's light that a diffuse surface reflects if its normals scatter around a mean: the mean of
// max(0, dot(n, lamp)), where `lamp` is the direction to the lamp. Leaves on the far side of a crown may face the lamp: with
// unit normals, crowns would be too bright on one side and too dark on the other. For normals with a von Mises-Fisher
// distribution, the result is within 0.021 of the mean.
float impostorFacing(vec3 mean, vec3 lamp) {
  float r = min(length(mean), 1.0), towards = dot(mean, lamp), r2 = r * r;
  float along = (1.0 + r2) / (3.0 - r2);  // mean square of dot(n, mean / r)
  float c2 = r > 1e-3 ? towards * towards / r2 : 0.0;
  float variance = max(0.0, mix(0.5 - 0.5 * along, along, c2) - towards * towards);
  return 0.5 * (towards + sqrt(towards * towards + 0.75 * variance));
}
