// Runs in the browser: draws a plant's mesh, or its impostor by the shader of examples/impostor, by many cameras under several
// lights. No shadows: what is compared is what the surface sends back.

import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { loadNormals, showImpostor } from '/example/impostor_three.js';
import { base64, cameraOf, finish } from './page_pictures.js';

async function loadPlant({ url, normals, shader }) {
  const { scene } = await new GLTFLoader().loadAsync(url);
  if (normals) {
    const texture = await loadNormals(normals);
    scene.traverse((node) => node.isMesh && showImpostor(node, texture, shader));
  }
  return scene;
}

// The same as copies by a matrix, as a forest would have them: one copy each.
function copiesOf(object, matrix) {
  const copies = new THREE.Group();
  object.updateMatrixWorld(true);
  object.traverse((node) => {
    if (!node.isMesh) return;
    const copy = new THREE.InstancedMesh(node.geometry, node.material, 1);
    copy.setMatrixAt(0, matrix.clone().multiply(node.matrixWorld));
    copies.add(copy);
  });
  return copies;
}

// A camera without perspective that shows as much at the pivot.
function levelCamera(view, wide, high) {
  const half = Math.tan((view.vertical_fov * Math.PI) / 360) * view.distance, camera = cameraOf(view, wide, high);
  const level = new THREE.OrthographicCamera(-half, half, half, -half, view.near, view.far);
  level.position.copy(camera.position);
  level.quaternion.copy(camera.quaternion);
  return level;
}

function setLight({ sun, sky }, light) {
  sun.position.set(...light.direction);
  sun.intensity = Math.PI * light.sun;
  sky.intensity = Math.PI * light.sky;
}

// Means of blocks of n x n pixels, added to `sum`.
function addShrunk(pixels, sum, width, height, n) {
  const row = 4 * width * n;
  for (let y = 0; y < height * n; ++y)
    for (let x = 0; x < width * n; ++x)
      for (let k = 0; k < 4; ++k) sum[4 * (Math.floor(y / n) * width + Math.floor(x / n)) + k] += pixels[y * row + 4 * x + k] / (n * n);
}

// job: {url, normals and shader of an impostor, views: cameras with width, height, fine and passes, lights, copy: matrix of the copy
// that views with isCopy show; views with isLevel have no perspective}. Gives base64 of RGBA for each
// light of each view: linear light averaged over `passes` places within a pixel, in sRGB. A view is drawn `fine` times as large and shrunk.
window.renderJob = async (job) => {
  const renderer = new THREE.WebGLRenderer({ alpha: true, premultipliedAlpha: true });
  renderer.setClearColor(0x000000, 0);
  const scene = new THREE.Scene(), lamps = { sun: new THREE.DirectionalLight(0xffffff), sky: new THREE.HemisphereLight(0xffffff, 0x808080) };
  const plant = await loadPlant(job), copies = copiesOf(plant, new THREE.Matrix4().fromArray(job.copy));
  scene.add(plant, copies, lamps.sun, lamps.sky);
  const pictures = [];
  for (const view of job.views) {
    const { width, height, fine } = view, wide = width * fine, high = height * fine, camera = (view.isLevel ? levelCamera : cameraOf)(view, wide, high);
    Object.assign(plant, { visible: !view.isCopy });
    Object.assign(copies, { visible: Boolean(view.isCopy) });
    const target = new THREE.WebGLRenderTarget(wide, high, { type: THREE.FloatType, colorSpace: THREE.LinearSRGBColorSpace });
    const pixels = new Float32Array(4 * wide * high);
    renderer.setRenderTarget(target);
    for (const light of job.lights) {
      const sum = new Float64Array(4 * width * height);
      setLight(lamps, light);
      for (let i = 0; i < view.passes; ++i) {
        camera.setViewOffset(wide, high, fine * ((i + 0.5) / view.passes - 0.5), fine * (((i * 0.618034) % 1) - 0.5), wide, high);
        renderer.clear();
        renderer.render(scene, camera);
        renderer.readRenderTargetPixels(target, 0, 0, wide, high, pixels);
        addShrunk(pixels, sum, width, height, fine);
      }
      pictures.push(base64(finish(sum, view.passes, width, height)));
    }
    target.dispose();
  }
  const lost = renderer.getContext().isContextLost();
  renderer.dispose();
  return { pictures, lost, revision: THREE.REVISION };
};
