// Runs in the browser: renders one job with three.js. The light is gathered in passes: each has the sun, one direction of
// the sky with its shadows, and the camera moved by a part of a pixel; their mean is the picture.

import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import { MTLLoader } from 'three/addons/loaders/MTLLoader.js';
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';
import { base64, cameraOf, finish } from './page_pictures.js';

const smoothStep = (t) => t * t * (3 - 2 * t);

// As a user of three.js would: an OBJ's materials have no sidedness and no cutout, leaves need both. MTLLoader multiplies
// the alpha of map_Kd with map_d, which is the same alpha again; OBJLoader leaves vertex colours unused where there is an
// MTL.
function completeObjMaterials(object) {
  object.traverse((node) => {
    if (!node.isMesh) return;
    for (const material of [node.material].flat()) {
      if (material.alphaMap) Object.assign(material, { transparent: false, alphaTest: 0.5, alphaMap: null });
      if (/^(leaf|card)/.test(material.name)) material.side = THREE.DoubleSide;
      material.vertexColors = 'color' in node.geometry.attributes;
      material.needsUpdate = true;
    }
  });
}

// Cards are seen from the side as often as from the front, where copies of textures that are not anisotropic lose thin leaves.
function sharpenCards(object) {
  object.traverse((node) => {
    for (const material of [node.material ?? []].flat()) {
      if (!/^card/.test(material.name)) continue;
      for (const map of [material.map, material.normalMap]) if (map) Object.assign(map, { anisotropy: 16, needsUpdate: true });
    }
  });
}

// Leaves that are smaller than a pixel are lost in copies of textures, cut at one half. Dithered, they keep their cover, if their shadows are dithered, too.
function ditherLeaves(object) {
  object.traverse((node) => {
    for (const material of [node.material ?? []].flat()) {
      if (!/^leaf/.test(material.name)) continue;
      Object.assign(material, { alphaHash: true, alphaTest: 0, needsUpdate: true });
      node.customDepthMaterial = Object.assign(new THREE.MeshDepthMaterial(), { alphaHash: true });
    }
  });
}

async function load(url) {
  const finished = new Promise((resolve, reject) => {
    THREE.DefaultLoadingManager.onLoad = resolve;
    THREE.DefaultLoadingManager.onError = (what) => reject(new Error(`cannot load ${what}`));
  });
  let object;
  if (url.endsWith('.glb')) {
    object = (await new GLTFLoader().setMeshoptDecoder(MeshoptDecoder).loadAsync(url)).scene;
  } else {
    const folder = url.slice(0, url.lastIndexOf('/') + 1);
    const materials = await new MTLLoader().setPath(folder).loadAsync(url.slice(folder.length).replace(/obj$/, 'mtl'));
    materials.preload();
    object = await new OBJLoader().setMaterials(materials).loadAsync(url);
    completeObjMaterials(object);
  }
  await finished;
  sharpenCards(object);
  return object;
}

// The bounds of all vertices; Box3.setFromObject() takes the corners of boxes for the copies of an InstancedMesh.
function boundsOf(object) {
  const box = new THREE.Box3(), point = new THREE.Vector3(), place = new THREE.Matrix4();
  object.traverse((node) => {
    if (!node.isMesh) return;
    const { position } = node.geometry.attributes;
    for (let copy = 0; copy < (node.isInstancedMesh ? node.count : 1); ++copy) {
      if (node.isInstancedMesh) node.getMatrixAt(copy, place);
      else place.identity();
      place.premultiply(node.matrixWorld);
      for (let i = 0; i < position.count; ++i) box.expandByPoint(point.fromBufferAttribute(position, i).applyMatrix4(place));
    }
  });
  return box;
}

function describe(object) {
  const box = boundsOf(object), materials = new Map();
  object.traverse((node) => {
    if (!node.isMesh) return;
    const { geometry } = node, list = [node.material].flat(), corners = (geometry.index ?? geometry.attributes.position).count;
    const parts = geometry.groups.length && list.length > 1 ? geometry.groups : [{ count: corners, materialIndex: 0 }];
    for (const part of parts) {
      const m = list[part.materialIndex];
      const entry = materials.get(m.name) ?? {
        name: m.name, triangles: 0, texture: Boolean(m.map), cutout: m.alphaTest > 0, blended: m.transparent,
        two_sided: m.side === THREE.DoubleSide, vertex_colours: m.vertexColors,
        attributes: Object.keys(geometry.attributes),
      };
      entry.triangles += (part.count / 3) * (node.isInstancedMesh ? node.count : 1);
      materials.set(m.name, entry);
    }
  });
  const list = [...materials.values()];
  return { triangles: list.reduce((n, m) => n + m.triangles, 0), min: box.min.toArray(), max: box.max.toArray(), materials: list };
}

function shadowLight(scene, box, size) {
  const light = new THREE.DirectionalLight(0xffffff, 1), sphere = box.getBoundingSphere(new THREE.Sphere());
  const r = sphere.radius;
  light.castShadow = true;
  light.shadow.mapSize.set(size, size);
  Object.assign(light.shadow.camera, { left: -r, right: r, top: r, bottom: -r, near: r * 0.9, far: r * 3.1 });
  light.shadow.camera.updateProjectionMatrix();
  light.shadow.bias = -0.0004;
  light.shadow.normalBias = (r / size) * 2;
  light.target.position.copy(sphere.center);
  scene.add(light, light.target);
  const aim = (direction, colour, scale) => {
    light.position.copy(sphere.center).addScaledVector(direction, 2 * r);
    light.color.setRGB(...colour, THREE.LinearSRGBColorSpace);
    light.intensity = Math.PI * scale;
  };
  return { aim };
}

// The directions of the sky, with what each sends back from an open level white surface.
function skyOf(light, count) {
  const directions = Array.from({ length: count }, (_, i) => {
    const y = 0.06 + 0.94 * ((i + 0.5) / count), angle = i * Math.PI * (3 - Math.sqrt(5)), flat = Math.sqrt(1 - y * y);
    return new THREE.Vector3(Math.sin(angle) * flat, y, -Math.cos(angle) * flat);
  });
  const sum = directions.reduce((s, d) => s + d.y, 0);
  return directions.map((direction) => {
    const high = smoothStep(Math.min(1, direction.y / 0.9));
    return { direction, colour: light.horizon.map((h, k) => h + (light.zenith[k] - h) * high), weight: 1 / sum };
  });
}

window.renderJob = async ({ url, view, passes, shadow }) => {
  const { width, height, camera: placed, light } = view;
  const renderer = new THREE.WebGLRenderer({ alpha: true, premultipliedAlpha: true });
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = THREE.PCFShadowMap;
  renderer.setClearColor(0x000000, 0);
  const scene = new THREE.Scene(), object = await load(url);
  scene.add(object);
  object.updateMatrixWorld(true);
  object.traverse((node) => Object.assign(node, node.isMesh ? { castShadow: true, receiveShadow: true } : {}));
  const report = describe(object), box = new THREE.Box3(new THREE.Vector3(...report.min), new THREE.Vector3(...report.max));
  if (view.dither) ditherLeaves(object);
  const camera = cameraOf(placed, width, height);
  const sun = shadowLight(scene, box, shadow), sky = shadowLight(scene, box, shadow / 2);
  sun.aim(new THREE.Vector3(...light.direction), light.sun, 1);
  const below = new THREE.HemisphereLight(0, 0, Math.PI * 0.65);  // mostly behind other things
  below.color.setRGB(0, 0, 0);
  below.groundColor.setRGB(...light.bounce, THREE.LinearSRGBColorSpace);
  scene.add(below);
  const target = new THREE.WebGLRenderTarget(width, height, { type: THREE.FloatType, colorSpace: THREE.LinearSRGBColorSpace });
  const sum = new Float64Array(4 * width * height), pixels = new Float32Array(4 * width * height);
  const directions = skyOf(light, passes);
  renderer.setRenderTarget(target);
  for (let i = 0; i < passes; ++i) {
    const { direction, colour, weight } = directions[i];
    sky.aim(direction, colour, weight * passes);
    camera.setViewOffset(width, height, (i + 0.5) / passes - 0.5, ((i * 0.618034) % 1) - 0.5, width, height);
    renderer.clear();
    renderer.render(scene, camera);
    renderer.readRenderTargetPixels(target, 0, 0, width, height, pixels);
    for (let k = 0; k < sum.length; ++k) sum[k] += pixels[k];
  }
  const lost = renderer.getContext().isContextLost();
  const result = { report, pixels: base64(finish(sum, passes, width, height)), lost, revision: THREE.REVISION };
  renderer.dispose();
  return result;
};
