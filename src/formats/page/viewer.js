// The viewer of a page that weald wrote: orbit, wireframe, levels of detail, materials, statistics.
(function () {
  'use strict';

  const info = JSON.parse(document.getElementById('info').textContent);
  const message = document.getElementById('message');
  const panel = document.getElementById('panel');
  const state = { model: null, levels: [], materials: new Map() };

  function fail(error) {
    message.textContent = 'The model cannot be shown: ' + (error && error.message ? error.message : error);
    message.hidden = false;
    document.body.dataset.state = 'failed';
  }

  function decoded(text) {
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
    return bytes.buffer;
  }

  let renderer;
  try {
    const canvas = document.createElement('canvas'), wishes = { alpha: false, antialias: true, preserveDrawingBuffer: true };
    // The first version of WebGL shrinks textures whose sides are no powers of two.
    const context = canvas.getContext('webgl2', wishes) || canvas.getContext('webgl', wishes);
    renderer = new THREE.WebGLRenderer(Object.assign({ canvas: canvas, context: context }, wishes));
  } catch (error) {
    fail('this browser has no WebGL');
    return;
  }
  renderer.setPixelRatio(window.devicePixelRatio);
  renderer.gammaOutput = true;
  renderer.gammaFactor = 2.2;
  renderer.physicallyCorrectLights = true;
  renderer.toneMapping = THREE.ACESFilmicToneMapping;
  renderer.toneMappingExposure = 0.9;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = THREE.PCFSoftShadowMap;
  document.body.insertBefore(renderer.domElement, document.body.firstChild);
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

  let box = new THREE.Box3();

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

  // Places the camera as weald's pictures do: as close as possible, with the whole model in the picture.
  function fit() {
    const size = box.getSize(new THREE.Vector3()), centre = box.getCenter(new THREE.Vector3());
    const is_flat = size.y < 0.35 * Math.max(size.x, size.z);
    const back = direction(205, is_flat ? 30 : 12);
    const right = new THREE.Vector3().crossVectors(new THREE.Vector3(0, 1, 0), back).normalize();
    const up = new THREE.Vector3().crossVectors(back, right);
    const tan_y = Math.tan(THREE.Math.degToRad(camera.fov / 2)) * 0.88, tan_x = tan_y * camera.aspect;
    let east = -Infinity, west = -Infinity, top = -Infinity, bottom = -Infinity, nearest = -Infinity;
    each_point((p) => {
      p.sub(centre);
      const x = p.dot(right), y = p.dot(up), z = p.dot(back);
      east = Math.max(east, x + z * tan_x);
      west = Math.max(west, z * tan_x - x);
      top = Math.max(top, y + z * tan_y);
      bottom = Math.max(bottom, z * tan_y - y);
      nearest = Math.max(nearest, z);
    });
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
    const centre = box.getCenter(new THREE.Vector3()), radius = Math.max(box.getSize(new THREE.Vector3()).length() / 2, 1e-6);
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
    ground.position.set(centre.x, box.min.y - radius * 1e-4, centre.z);
    ground.receiveShadow = true;
    scene.add(ground);
  }

  function element(tag, text) {
    const made = document.createElement(tag);
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function table(title, rows) {
    if (rows.length === 0) return;
    panel.appendChild(element('h2', title));
    const body = element('table');
    for (const [name, value] of rows) {
      const row = body.insertRow();
      row.insertCell().textContent = name;
      row.insertCell().textContent = value;
    }
    panel.appendChild(body);
  }

  function check(text, value, change) {
    const label = element('label'), input = element('input');
    input.type = 'checkbox';
    input.checked = value;
    input.addEventListener('change', () => { change(input.checked); draw(); });
    label.append(input, element('span', text));
    panel.appendChild(label);
    return { label, input };
  }

  function show_level(level) {
    for (const chain of state.levels) {
      const shown = Math.min(level, chain.length - 1);
      chain.forEach((node, i) => { node.visible = i === shown; });
    }
    count();
    draw();
  }

  function visible_meshes() {
    const meshes = [];
    state.model.traverseVisible((object) => { if (object.isMesh) meshes.push(object); });
    return meshes;
  }

  function count() {
    let triangles = 0, vertices = 0;
    const geometries = new Set();
    for (const mesh of visible_meshes()) {
      const geometry = mesh.geometry;
      const own = (geometry.index ? geometry.index.count : geometry.attributes.position.count) / 3;
      triangles += own;
      if (!geometries.has(geometry)) vertices += geometry.attributes.position.count;
      geometries.add(geometry);
    }
    const set = (id, value) => {
      const cell = document.getElementById(id);
      if (cell) cell.textContent = value.toLocaleString('en');
    };
    set('triangles', triangles);
    set('vertices', vertices);
    window.weald = { triangles: triangles, vertices: vertices, levels: Math.max(1, ...state.levels.map((l) => l.length)), view: view };
  }

  function metres(value) {
    return (value >= 100 ? value.toFixed(0) : value.toPrecision(3)) + ' m';
  }

  function build_panel() {
    panel.appendChild(element('h1', info.title));
    const wire = check('Wireframe (W)', false, (on) => {
      for (const material of state.materials.keys()) material.wireframe = on;
    });
    check('Shadows', true, (on) => { sun.castShadow = on; });
    const turn = check('Turn (R)', false, (on) => { controls.autoRotate = on; if (on) animate(); });
    const deepest = Math.max(1, ...state.levels.map((chain) => chain.length));
    if (deepest > 1) {
      const label = element('label'), select = element('select');
      label.append(element('span', 'Level of detail (L)'), select);
      for (let i = 0; i < deepest; ++i) select.add(new Option(i === 0 ? '0, finest' : String(i), String(i)));
      select.addEventListener('change', () => show_level(Number(select.value)));
      panel.appendChild(label);
      state.select = select;
    }
    const size = box.getSize(new THREE.Vector3());
    table('Statistics', [['Triangles', ''], ['Vertices', ''], ['Width', metres(size.x)], ['Height', metres(size.y)], ['Depth', metres(size.z)]]);
    const cells = panel.querySelectorAll('td:nth-child(2)');
    cells[0].id = 'triangles';
    cells[1].id = 'vertices';
    panel.appendChild(element('h2', 'Materials'));
    for (const [material, meshes] of state.materials) {
      const row = check(material.name || 'unnamed', true, (on) => { material.visible = on; for (const m of meshes) m.castShadow = on; });
      const swatch = element('i');
      const colour = material.color ? material.color.clone().convertLinearToSRGB() : null;
      if (colour) swatch.style.background = '#' + colour.getHexString();
      row.label.insertBefore(swatch, row.label.lastChild);
    }
    table('Parameters', info.values.map((value) => [value.name, value.value]));
    panel.appendChild(element('footer', 'Made by ' + info.maker + '. Drag to turn, right button to move, wheel to zoom, F to fit.'));
    document.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === 'SELECT') return;
      const key = event.key.toLowerCase();
      if (key === 'w') wire.input.click();
      if (key === 'r') turn.input.click();
      if (key === 'f') { fit(); draw(); }
      if (key === 'l' && state.select) {
        state.select.selectedIndex = (state.select.selectedIndex + 1) % state.select.length;
        show_level(state.select.selectedIndex);
      }
    });
  }

  // Levels of detail that the extension MSFT_lod links: they are outside the scene until they are shown.
  async function add_levels(parser) {
    const nodes = parser.json.nodes || [];
    for (let i = 0; i < nodes.length; ++i) {
      const lod = nodes[i].extensions && nodes[i].extensions.MSFT_lod;
      if (!lod) continue;
      const finest = await parser.getDependency('node', i);
      if (!finest.parent) continue;
      const chain = [finest];
      for (const id of lod.ids) {
        const level = (await parser.getDependency('node', id)).clone();
        level.position.copy(finest.position);
        level.quaternion.copy(finest.quaternion);
        level.scale.copy(finest.scale);
        level.visible = false;
        finest.parent.add(level);
        chain.push(level);
      }
      state.levels.push(chain);
    }
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
        if (!state.materials.has(material)) state.materials.set(material, []);
        state.materials.get(material).push(object);
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

  function resize() {
    const beside = window.innerWidth >= 700 ? panel.offsetWidth : 0;  // on a phone the panel covers the model
    const width = window.innerWidth - beside, height = Math.max(1, window.innerHeight);
    renderer.setSize(width, height);
    camera.aspect = width / height;
    const wide = Math.tan(THREE.Math.degToRad(13)) / Math.max(1, camera.aspect);  // the longer side spans 26 degrees
    camera.fov = THREE.Math.radToDeg(2 * Math.atan(wide));
    camera.updateProjectionMatrix();
    draw();
  }

  function view() {
    return [camera.position.toArray(), controls.target.toArray()];
  }

  // Looks for a newer page: the script beside it calls weald_page() with the stamp of the page that was written last.
  function watch(reload) {
    window.weald_page = (stamp) => {
      if (stamp === reload.stamp) return;
      if (state.model) sessionStorage.setItem('view', JSON.stringify(view()));
      location.reload();
    };
    setInterval(() => {
      const script = element('script');
      script.src = encodeURIComponent(reload.script) + '?' + Date.now();
      script.onload = script.onerror = () => script.remove();
      document.head.appendChild(script);
    }, 400);
  }

  // Restores the view that the page had before it was reloaded.
  function restore() {
    const kept = JSON.parse(sessionStorage.getItem('view'));
    sessionStorage.removeItem('view');
    if (!kept) return;
    camera.position.fromArray(kept[0]);
    controls.target.fromArray(kept[1]);
    controls.update();
  }

  if (info.reload) watch(info.reload);

  document.getElementById('toggle').addEventListener('click', (event) => {
    const hidden = panel.classList.toggle('hidden');
    event.target.setAttribute('aria-expanded', String(!hidden));
    if (state.model) resize();
  });
  if (window.innerWidth < 700 || location.hash === '#bare') document.getElementById('toggle').click();
  if (location.hash === '#bare') document.getElementById('toggle').hidden = true;

  new THREE.GLTFLoader().parse(decoded(document.getElementById('model').textContent), '', async (gltf) => {
    try {
      state.model = gltf.scene;
      box.setFromObject(gltf.scene);
      await add_levels(gltf.parser);
      prepare(gltf.scene);
      scene.add(gltf.scene);
      scene.updateMatrixWorld(true);
      for (const mesh of visible_meshes()) mesh.geometry.computeBoundingBox();
      build_panel();
      resize();
      fit();
      if (info.reload) restore();
      light();
      count();
      controls.addEventListener('change', draw);
      window.addEventListener('resize', resize);
      renderer.render(scene, camera);
      message.hidden = true;
      document.body.dataset.state = 'ready';
    } catch (error) {
      fail(error);
    }
  }, fail);
})();
