// A model in a canvas: its renderer, camera, controls and light. Pages show one of them, reports two beside each other.
// eslint-disable-next-line no-unused-vars
function wealdStage(parent) {
  'use strict';

  const canvas = document.createElement('canvas'), wishes = { alpha: false, antialias: true, preserveDrawingBuffer: true };
  // The first version of WebGL shrinks textures whose sides are no powers of two.
  const context = canvas.getContext('webgl2', wishes) || canvas.getContext('webgl', wishes);
  if (!context) throw new Error('this browser has no WebGL');
  const renderer = new THREE.WebGLRenderer(Object.assign({ canvas: canvas, context: context }, wishes));
  renderer.setPixelRatio(window.devicePixelRatio);
  renderer.gammaOutput = true;
  renderer.gammaFactor = 2.2;
  renderer.physicallyCorrectLights = true;
  renderer.toneMapping = THREE.ACESFilmicToneMapping;
  renderer.toneMappingExposure = 0.9;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = THREE.PCFSoftShadowMap;
  parent.insertBefore(renderer.domElement, parent.firstChild);
  renderer.domElement.tabIndex = 0;

  const scene = new THREE.Scene();
  scene.background = gradient('#bac4cf', '#d7d6d3');
  const camera = new THREE.PerspectiveCamera(30, 1, 0.1, 1000);
  const controls = new THREE.OrbitControls(camera, renderer.domElement);
  controls.screenSpacePanning = true;
  scene.add(new THREE.HemisphereLight(0xc4d8f4, 0x8c8376, 2.6));
  const sun = new THREE.DirectionalLight(0xfff0d8, 3.4);
  sun.castShadow = true;
  sun.shadow.mapSize.set(4096, 4096);
  scene.add(sun, sun.target);

  const stage = { renderer: renderer, scene: scene, camera: camera, controls: controls, model: null, materials: new Map(),
                  box: new THREE.Box3() };

  function gradient(top, bottom) {
    const canvas = document.createElement('canvas');
    canvas.width = 1;
    canvas.height = 256;
    const context = canvas.getContext('2d'), fill = context.createLinearGradient(0, 0, 0, 256);
    fill.addColorStop(0, top);
    fill.addColorStop(0.62, bottom);
    context.fillStyle = fill;
    context.fillRect(0, 0, 1, 256);
    const texture = new THREE.CanvasTexture(canvas);
    texture.encoding = THREE.sRGBEncoding;
    return texture;
  }

  // A direction by bearing (degrees clockwise from north, -z) and elevation, as in weald's pictures.
  function direction(azimuth, elevation) {
    const a = THREE.Math.degToRad(azimuth), e = THREE.Math.degToRad(elevation);
    return new THREE.Vector3(Math.sin(a) * Math.cos(e), Math.sin(e), -Math.cos(a) * Math.cos(e));
  }

  function visible_meshes() {
    const meshes = [];
    stage.model.traverseVisible((object) => { if (object.isMesh) meshes.push(object); });
    return meshes;
  }

  // Calls visit with every point of the finest level: vertices, or corners of boxes where there are too many.
  function each_point(visit) {
    const meshes = visible_meshes(), point = new THREE.Vector3();
    const total = meshes.reduce((sum, mesh) => sum + mesh.geometry.attributes.position.count, 0);
    for (const mesh of meshes) {
      const positions = mesh.geometry.attributes.position, bounds = mesh.geometry.boundingBox;
      const count = total > 4e6 ? 8 : positions.count;
      for (let i = 0; i < count; ++i) {
        if (total > 4e6)
          point.set(i & 1 ? bounds.max.x : bounds.min.x, i & 2 ? bounds.max.y : bounds.min.y, i & 4 ? bounds.max.z : bounds.min.z);
        else
          point.fromBufferAttribute(positions, i);
        visit(point.applyMatrix4(mesh.matrixWorld));
      }
    }
  }

  // Places the camera as weald's pictures do: as close as possible, with the models of all stages in the picture.
  function fit(stages = [stage]) {
    const size = stage.box.getSize(new THREE.Vector3()), centre = stage.box.getCenter(new THREE.Vector3());
    const is_flat = size.y < 0.35 * Math.max(size.x, size.z);
    const back = direction(205, is_flat ? 30 : 12);
    const right = new THREE.Vector3().crossVectors(new THREE.Vector3(0, 1, 0), back).normalize();
    const up = new THREE.Vector3().crossVectors(back, right);
    const tan_y = Math.tan(THREE.Math.degToRad(camera.fov / 2)) * 0.88, tan_x = tan_y * camera.aspect;
    let east = -Infinity, west = -Infinity, top = -Infinity, bottom = -Infinity, nearest = -Infinity;
    const extend = (p) => {
      p.sub(centre);
      const x = p.dot(right), y = p.dot(up), z = p.dot(back);
      east = Math.max(east, x + z * tan_x);
      west = Math.max(west, z * tan_x - x);
      top = Math.max(top, y + z * tan_y);
      bottom = Math.max(bottom, z * tan_y - y);
      nearest = Math.max(nearest, z);
    };
    for (const other of stages) other.each_point(extend);
    const reach = Math.max(size.length(), 1e-6);
    const distance = Math.max((east + west) / (2 * tan_x), (top + bottom) / (2 * tan_y), nearest + reach * 0.05);
    camera.near = reach / 2000;
    camera.far = distance + reach * 20;
    controls.target.copy(centre).addScaledVector(right, (east - west) / 2).addScaledVector(up, (top - bottom) / 2);
    camera.position.copy(controls.target).addScaledVector(back, distance);
    controls.maxDistance = reach * 15;
    camera.updateProjectionMatrix();
    controls.update();
  }

  function light() {
    const centre = stage.box.getCenter(new THREE.Vector3()), radius = Math.max(stage.box.getSize(new THREE.Vector3()).length() / 2, 1e-6);
    sun.position.copy(centre).addScaledVector(direction(267, 42), radius * 3);
    sun.target.position.copy(centre);
    const shadow = sun.shadow.camera;
    shadow.left = shadow.bottom = -radius;
    shadow.right = shadow.top = radius;
    shadow.near = radius;
    shadow.far = radius * 5;
    sun.shadow.radius = 3;
    sun.shadow.bias = -0.0006;
    const ground = new THREE.Mesh(new THREE.PlaneBufferGeometry(radius * 12, radius * 12),
                                  new THREE.ShadowMaterial({ opacity: 0.24 }));
    ground.rotation.x = -Math.PI / 2;
    ground.position.set(centre.x, stage.box.min.y - radius * 1e-4, centre.z);
    ground.receiveShadow = true;
    scene.add(ground);
  }

  function prepare(model) {
    model.traverse((object) => {
      if (!object.isMesh) return;
      object.castShadow = object.receiveShadow = true;
      const materials = Array.isArray(object.material) ? object.material : [object.material];
      for (const material of materials) {
        material.shadowSide = THREE.DoubleSide;
        if (material.alphaTest > 0 && material.map)  // the shadow of a leaf has the outline of the leaf
          object.customDepthMaterial = new THREE.MeshDepthMaterial(
              { depthPacking: THREE.RGBADepthPacking, map: material.map, alphaTest: material.alphaTest });
        if (material.map) material.map.anisotropy = renderer.capabilities.getMaxAnisotropy();
        if (!stage.materials.has(material)) stage.materials.set(material, []);
        stage.materials.get(material).push(object);
      }
    });
  }

  let waiting = false;
  function draw() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      renderer.render(scene, camera);
    });
  }
  function animate() {
    if (!controls.autoRotate) return;
    controls.update();
    draw();
    requestAnimationFrame(animate);
  }

  // Sets the size of the canvas. The longer side spans 26 degrees, as in weald's pictures.
  function resize(width, height) {
    renderer.setSize(width, height);
    camera.aspect = width / height;
    const wide = Math.tan(THREE.Math.degToRad(13)) / Math.max(1, camera.aspect);
    camera.fov = THREE.Math.radToDeg(2 * Math.atan(wide));
    camera.updateProjectionMatrix();
    draw();
  }

  // Reads a GLB file from its Base64 text. `before` may add to the model before it is shown.
  function load(text, before) {
    const binary = atob(text), bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
    return new Promise((done, fail) => {
      new THREE.GLTFLoader().parse(bytes.buffer, '', async (gltf) => {
        try {
          stage.model = gltf.scene;
          stage.box.setFromObject(gltf.scene);
          if (before) await before(gltf);
          prepare(gltf.scene);
          scene.add(gltf.scene);
          scene.updateMatrixWorld(true);
          for (const mesh of visible_meshes()) mesh.geometry.computeBoundingBox();
          done(stage);
        } catch (error) {
          fail(error);
        }
      }, fail);
    });
  }

  // Frees the memory of the graphics processor; the stage cannot be used any longer.
  function dispose() {
    controls.dispose();
    renderer.dispose();
    renderer.forceContextLoss();
    renderer.domElement.remove();
  }

  return Object.assign(stage, { visible_meshes: visible_meshes, each_point: each_point, fit: fit, light: light, draw: draw,
                                animate: animate, resize: resize, load: load, dispose: dispose, sun: sun });
}
