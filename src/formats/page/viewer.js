// The viewer of a page that weald wrote: orbit, wireframe, levels of detail, materials, statistics.
(function () {
  'use strict';

  const info = JSON.parse(document.getElementById('info').textContent);
  const message = document.getElementById('message');
  const panel = document.getElementById('panel');
  const state = { levels: [] };

  function fail(error) {
    message.textContent = 'The model cannot be shown: ' + (error && error.message ? error.message : error);
    message.hidden = false;
    document.body.dataset.state = 'failed';
  }

  let stage;
  try {
    stage = wealdStage(document.body);
  } catch (error) {
    fail(error);
    return;
  }
  const { renderer, scene, camera, controls, materials, box, sun, draw, animate, fit, visible_meshes } = stage;

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
      for (const material of materials.keys()) material.wireframe = on;
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
    for (const [material, meshes] of materials) {
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

  function resize() {
    const beside = window.innerWidth >= 700 ? panel.offsetWidth : 0;  // on a phone the panel covers the model
    const width = window.innerWidth - beside, height = Math.max(1, window.innerHeight);
    stage.resize(width, height);
  }

  function view() {
    return [camera.position.toArray(), controls.target.toArray()];
  }

  // Looks for a newer page: the script beside it calls weald_page() with the stamp of the page that was written last.
  function watch(reload) {
    window.weald_page = (stamp) => {
      if (stamp === reload.stamp) return;
      if (stage.model) sessionStorage.setItem('view', JSON.stringify(view()));
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
    if (stage.model) resize();
  });
  if (window.innerWidth < 700 || location.hash === '#bare') document.getElementById('toggle').click();
  if (location.hash === '#bare') document.getElementById('toggle').hidden = true;

  stage.load(document.getElementById('model').textContent, (gltf) => add_levels(gltf.parser)).then(() => {
    build_panel();
    resize();
    fit();
    if (info.reload) restore();
    stage.light();
    count();
    controls.addEventListener('change', draw);
    window.addEventListener('resize', resize);
    renderer.render(scene, camera);
    message.hidden = true;
    document.body.dataset.state = 'ready';
  }).catch(fail);
})();
