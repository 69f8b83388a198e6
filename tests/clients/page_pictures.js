// What the pages in the browser share: cameras, and pictures as they leave the browser.

import * as THREE from 'three';

/** A camera as camera.mjs has it. */
export function cameraOf({ position, right, up, back, vertical_fov, near, far }, width, height) {
  const camera = new THREE.PerspectiveCamera(vertical_fov, width / height, near, far);
  const axes = [right, up, back].map((a) => new THREE.Vector3(...a));
  camera.quaternion.setFromRotationMatrix(new THREE.Matrix4().makeBasis(...axes));
  camera.position.set(...position);
  return camera;
}

const encode = (v) => 255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * Math.pow(v, 1 / 2.4) - 0.055);

/** Mean of passes in linear light, premultiplied, to sRGB with straight alpha, top row first. */
export function finish(sum, passes, width, height) {
  const out = new Uint8ClampedArray(sum.length);
  for (let y = 0; y < height; ++y) {
    for (let x = 0; x < width; ++x) {
      const from = 4 * ((height - 1 - y) * width + x), to = 4 * (y * width + x), alpha = sum[from + 3] / passes;
      for (let k = 0; k < 3; ++k) out[to + k] = alpha > 0 ? encode(Math.max(0, sum[from + k] / passes / alpha)) : 0;
      out[to + 3] = 255 * alpha;
    }
  }
  return out;
}

export const base64 = (bytes) => {
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text);
};
