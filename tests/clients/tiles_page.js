// Runs in the browser: loads a tileset with 3d-tiles-renderer, and looks at it from views one after the other.

import * as THREE from 'three';
import { TilesRenderer } from '3d-tiles-renderer/three';
import { base64 } from './page_pictures.js';

const frame = () => new Promise((done) => requestAnimationFrame(done));

// Lets the tileset load what a view needs: it is quiet when some frames have passed without anything to load.
async function settle(tiles, camera, draw) {
  for (let quiet = 0, frames = 0; quiet < 40; ++frames) {
    if (frames > 3000) throw new Error('the tileset does not come to rest');
    camera.updateMatrixWorld();
    tiles.update();
    draw();
    const { queued, downloading, parsing } = tiles.stats;
    quiet = tiles.root && queued + downloading + parsing === 0 ? quiet + 1 : 0;
    await frame();
  }
}

/** For each view {position, target}: the files that are shown, the heights of `points` [x, z] on them, and a picture. */
window.renderJob = async ({ url, views, points, width, height }) => {
  const renderer = new THREE.WebGLRenderer({ preserveDrawingBuffer: true }), scene = new THREE.Scene(), errors = [], results = [];
  renderer.setSize(width, height);
  document.body.append(renderer.domElement);
  scene.add(new THREE.HemisphereLight(0xffffff, 0x443322, 1.5), new THREE.DirectionalLight(0xffffff, 2));
  const camera = new THREE.PerspectiveCamera(50, width / height, 1, 1e6), tiles = new TilesRenderer(url);
  tiles.addEventListener('load-error', (event) => errors.push(String(event.error)));
  tiles.group.rotation.x = -Math.PI / 2;  // y is up in the scene
  scene.add(tiles.group);
  tiles.errorTarget = 1;  // pixels
  tiles.setCamera(camera);
  tiles.setResolutionFromRenderer(camera, renderer);
  for (const { position, target } of views) {
    camera.position.set(...position);
    camera.lookAt(new THREE.Vector3(...target));
    await settle(tiles, camera, () => renderer.render(scene, camera));
    scene.updateMatrixWorld(true);
    const heights = points.map(([x, z]) => {
      const ray = new THREE.Raycaster(new THREE.Vector3(x, 1e5, z), new THREE.Vector3(0, -1, 0));
      return ray.intersectObject(tiles.group, true)[0]?.point.y ?? null;
    });
    const gl = renderer.getContext(), pixels = new Uint8Array(4 * width * height);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    results.push({ files: [...tiles.visibleTiles].map((tile) => tile.content.uri).sort(), heights, pixels: base64(pixels) });
  }
  return { results, errors, lost: renderer.getContext().isContextLost() };
};
