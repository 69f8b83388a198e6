// Counts what a GLB holds, without any library but the decoder of compressed views: triangles, bounds, materials, what of
// them is cut out.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const COMPONENTS = { 5120: Int8Array, 5121: Uint8Array, 5122: Int16Array, 5123: Uint16Array, 5125: Uint32Array, 5126: Float32Array };
const WIDTHS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

// meshoptimizer's own decoder, as three.js brings it along.
const decoderPath = join(dirname(fileURLToPath(import.meta.url)), 'node_modules/three/examples/jsm/libs/meshopt_decoder.module.js');

async function loadDecoder() {
  if (!existsSync(decoderPath)) throw new Error('three is not installed, which brings the decoder of compressed files');
  const { MeshoptDecoder } = await import(decoderPath);
  await MeshoptDecoder.ready;
  return MeshoptDecoder;
}

// Puts the bytes of compressed views where the others are: behind the file's.
async function unpack(chunks) {
  const { json } = chunks, packed = (json.bufferViews ?? []).filter((view) => view.extensions?.EXT_meshopt_compression);
  if (packed.length === 0) return chunks;
  const decoder = await loadDecoder(), parts = [chunks.binary];
  let end = chunks.binary.length;
  for (const view of packed) {
    const { byteOffset = 0, byteLength, byteStride, count, mode, filter } = view.extensions.EXT_meshopt_compression;
    const bytes = new Uint8Array(byteStride * count);
    decoder.decodeGltfBuffer(bytes, count, byteStride, chunks.binary.subarray(byteOffset, byteOffset + byteLength), mode, filter);
    Object.assign(view, { buffer: 0, byteOffset: end, byteLength: bytes.length });
    parts.push(bytes);
    end += bytes.length;
  }
  return { json, binary: Buffer.concat(parts) };
}

/** The JSON chunk and the binary chunk of a GLB, as they are after unpacking. */
export async function readChunks(path) {
  const file = readFileSync(path);
  if (file.readUInt32LE(0) !== 0x46546c67 || file.readUInt32LE(4) !== 2) throw new Error(`${path} is not a GLB of version 2`);
  const length = file.readUInt32LE(12);
  const json = JSON.parse(file.toString('utf8', 20, 20 + length));
  return unpack({ json, binary: file.subarray(28 + length) });
}

// The numbers of an accessor, one element after the other.
function numbersOf({ json, binary }, index) {
  const accessor = json.accessors[index], view = json.bufferViews[accessor.bufferView];
  const Type = COMPONENTS[accessor.componentType], width = WIDTHS[accessor.type];
  const stride = view.byteStride ?? width * Type.BYTES_PER_ELEMENT;
  const out = new Type(accessor.count * width);
  for (let i = 0; i < accessor.count; ++i) {
    const at = (view.byteOffset ?? 0) + (accessor.byteOffset ?? 0) + i * stride;
    const bytes = Uint8Array.prototype.slice.call(binary, at, at + width * Type.BYTES_PER_ELEMENT);
    out.set(new Type(bytes.buffer), i * width);
  }
  if (!accessor.normalized) return out;
  const largest = 2 ** (8 * Type.BYTES_PER_ELEMENT - (Type.name[0] === 'I' ? 1 : 0)) - 1;
  return Float64Array.from(out, (v) => Math.max(-1, v / largest));
}

function multiply(a, b) {
  const out = new Array(16).fill(0);
  for (let c = 0; c < 4; ++c)
    for (let r = 0; r < 4; ++r) for (let k = 0; k < 4; ++k) out[c * 4 + r] += a[k * 4 + r] * b[c * 4 + k];
  return out;
}

function compose([tx, ty, tz], [x, y, z, w], [sx, sy, sz]) {
  return [
    (1 - 2 * (y * y + z * z)) * sx, 2 * (x * y + z * w) * sx, 2 * (x * z - y * w) * sx, 0,
    2 * (x * y - z * w) * sy, (1 - 2 * (x * x + z * z)) * sy, 2 * (y * z + x * w) * sy, 0,
    2 * (x * z + y * w) * sz, 2 * (y * z - x * w) * sz, (1 - 2 * (x * x + y * y)) * sz, 0,
    tx, ty, tz, 1,
  ];
}

const placeOf = (node) =>
  node.matrix ?? compose(node.translation ?? [0, 0, 0], node.rotation ?? [0, 0, 0, 1], node.scale ?? [1, 1, 1]);

// Matrices of EXT_mesh_gpu_instancing, or the identity alone.
function instancesOf(chunks, node) {
  const attributes = node.extensions?.EXT_mesh_gpu_instancing?.attributes;
  if (!attributes) return [IDENTITY];
  const read = (name, fallback) => (attributes[name] === undefined ? null : numbersOf(chunks, attributes[name])) ?? fallback;
  const t = read('TRANSLATION'), r = read('ROTATION'), s = read('SCALE');
  const count = chunks.json.accessors[Object.values(attributes)[0]].count;
  return Array.from({ length: count }, (_, i) =>
    compose(t ? [...t.slice(3 * i, 3 * i + 3)] : [0, 0, 0], r ? [...r.slice(4 * i, 4 * i + 4)] : [0, 0, 0, 1],
            s ? [...s.slice(3 * i, 3 * i + 3)] : [1, 1, 1]));
}

// What engines take for something to collide with, and do not show.
const isBody = (node) => /^UCX_.*_\d\d$|-convcolonly$/.test(node.name);

/** Calls visit(mesh index, matrix) for every mesh of the default scene that is shown, instances one by one. */
function forEachMesh(chunks, visit) {
  const { json } = chunks;
  const walk = (index, parent) => {
    const node = json.nodes[index], place = multiply(parent, placeOf(node));
    if (isBody(node)) return;
    if (node.mesh !== undefined) for (const instance of instancesOf(chunks, node)) visit(node.mesh, multiply(place, instance));
    for (const child of node.children ?? []) walk(child, place);
  };
  for (const root of json.scenes[json.scene ?? 0].nodes) walk(root, IDENTITY);
}

/**
 * As readObj(): {triangles, min, max, materials: [{name, triangles, texture, cutout, two_sided}], nodes, meshes, bodies, extensions}.
 * Bodies are those by their names and those that `extras.collision` of a node names.
 */
export async function readGlb(path) {
  const chunks = await readChunks(path), { json } = chunks;
  const min = [Infinity, Infinity, Infinity], max = [-Infinity, -Infinity, -Infinity], counts = new Map(), positions = new Map();
  forEachMesh(chunks, (mesh, m) => {
    for (const primitive of json.meshes[mesh].primitives) {
      const place = primitive.attributes.POSITION;
      if (!positions.has(place)) positions.set(place, numbersOf(chunks, place));
      const corners = json.accessors[primitive.indices ?? place].count;
      counts.set(primitive.material, (counts.get(primitive.material) ?? 0) + corners / 3);
      const p = positions.get(place);
      for (let i = 0; i < p.length; i += 3) {
        for (let k = 0; k < 3; ++k) {
          const v = m[k] * p[i] + m[4 + k] * p[i + 1] + m[8 + k] * p[i + 2] + m[12 + k];
          min[k] = Math.min(min[k], v);
          max[k] = Math.max(max[k], v);
        }
      }
    }
  });
  const materials = [...counts].map(([index, triangles]) => {
    const material = json.materials?.[index] ?? {};
    return {
      name: material.name ?? '', triangles, texture: Boolean(material.pbrMetallicRoughness?.baseColorTexture),
      cutout: material.alphaMode === 'MASK', blended: material.alphaMode === 'BLEND', two_sided: Boolean(material.doubleSided),
    };
  });
  return {
    triangles: materials.reduce((sum, m) => sum + m.triangles, 0), min, max, materials,
    bodies: new Set([...json.nodes.keys()].filter((i) => isBody(json.nodes[i])).concat(json.nodes.flatMap((node) => node.extras?.collision ?? []))).size,
    nodes: json.nodes.length, meshes: json.meshes.length, extensions: json.extensionsUsed ?? [],
  };
}
