// The camera that weald fits to the points of a mesh: the maths of src/picture/camera/camera.cpp, so that other programs can be
// given the same view. Angles in degrees, lengths in metres, y up.

const radians = (degrees) => (degrees * Math.PI) / 180;
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

/** Unit vector towards a bearing, clockwise from north (-z), and an elevation. */
export function directionOf(azimuth, elevation) {
  const a = radians(azimuth), e = radians(elevation);
  return [Math.sin(a) * Math.cos(e), Math.sin(e), -Math.cos(a) * Math.cos(e)];
}

/** Axes of a viewer who stands at that bearing and elevation; `back` points from the subject to the viewer. */
export function axesOf(azimuth, elevation) {
  const a = radians(azimuth);
  const back = directionOf(azimuth, elevation);
  const right = [-Math.cos(a), 0, -Math.sin(a)];
  return { right, up: cross(back, right), back };
}

// How far the points reach to the sides and to the front of the frustum.
function supportOf(points, { right, up, back }, tanX, tanY) {
  const s = { right: -1e300, left: -1e300, top: -1e300, bottom: -1e300, nearest: -1e300, farthest: 1e300 };
  for (let i = 0; i < points.length; i += 3) {
    const p = [points[i], points[i + 1], points[i + 2]];
    const x = dot(p, right), y = dot(p, up), z = dot(p, back);
    s.right = Math.max(s.right, x + z * tanX);
    s.left = Math.max(s.left, z * tanX - x);
    s.top = Math.max(s.top, y + z * tanY);
    s.bottom = Math.max(s.bottom, z * tanY - y);
    s.nearest = Math.max(s.nearest, z);
    s.farthest = Math.min(s.farthest, z);
  }
  return s;
}

/**
 * The perspective camera that weald fits to `points` (x, y, z one after the other) for a picture with these settings:
 * width, height, azimuth, elevation, field_of_view, margin; zoom is 1. Gives position, right, up, back, vertical_fov,
 * near and far.
 */
export function fitCamera(points, picture) {
  const axes = axesOf(picture.azimuth, picture.elevation);
  const longer = Math.max(picture.width, picture.height);
  const half = Math.tan(radians(picture.field_of_view / 2));
  const tangent = (half * (1 - 2 * picture.margin)) / longer;
  const tanX = tangent * picture.width, tanY = tangent * picture.height;
  const s = supportOf(points, axes, tanX, tanY);
  const x = (s.right - s.left) / 2, y = (s.top - s.bottom) / 2;
  const fitX = (s.right + s.left) / 2 / tanX, fitY = (s.top + s.bottom) / 2 / tanY;
  const depth = s.nearest - s.farthest;
  const width = Math.max((fitX - s.nearest) * tanX, (fitY - s.nearest) * tanY);
  const room = Math.max(depth * 0.25, width * 0.05, 1e-6 * (1 + Math.abs(s.nearest)));
  const z = Math.max(fitX, fitY, s.nearest + room);
  const position = [0, 1, 2].map((i) => axes.right[i] * x + axes.up[i] * y + axes.back[i] * z);
  return {
    position,
    ...axes,
    vertical_fov: (2 * Math.atan((half * picture.height) / longer) * 180) / Math.PI,
    near: (z - s.nearest) * 0.5,
    far: (z - s.farthest) * 2,
  };
}
