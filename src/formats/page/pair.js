// Two models beside each other, seen by one camera: turning one of them turns both.
// eslint-disable-next-line no-unused-vars
function wealdPair(parent, models) {
  'use strict';

  const stages = [];

  function dispose() {
    for (const stage of stages) stage.dispose();
    window.removeEventListener('resize', resize);
    parent.textContent = '';
    delete parent.dataset.state;
  }

  function fail(error) {
    dispose();
    parent.textContent = 'The models cannot be shown: ' + (error && error.message ? error.message : error);
    parent.dataset.state = 'failed';
  }

  function resize() {
    for (const stage of stages) {
      const width = Math.max(64, stage.renderer.domElement.parentElement.clientWidth);
      stage.resize(width, Math.round(width * 0.8));
    }
  }

  // The others look from where a stage looks.
  function follow(from) {
    for (const stage of stages) {
      if (stage !== from) {
        stage.camera.position.copy(from.camera.position);
        stage.camera.quaternion.copy(from.camera.quaternion);
        stage.controls.target.copy(from.controls.target);
      }
      stage.draw();
    }
  }

  function begin() {
    const all = stages.reduce((box, stage) => box.union(stage.box), new THREE.Box3());
    for (const stage of stages) stage.box.copy(all);
    resize();
    for (const stage of stages) {
      stage.fit(stages);
      stage.light();
      stage.controls.addEventListener('change', () => follow(stage));
      stage.renderer.render(stage.scene, stage.camera);
    }
    window.addEventListener('resize', resize);
    parent.dataset.state = 'ready';
  }

  try {
    for (const model of models) {
      const figure = document.createElement('figure'), caption = document.createElement('figcaption');
      caption.textContent = model.caption;
      figure.append(caption, document.createElement('div'));
      parent.append(figure);
      stages.push(wealdStage(figure.lastChild));
    }
    Promise.all(stages.map((stage, i) => stage.load(models[i].text))).then(begin).catch(fail);
  } catch (error) {
    fail(error);
  }
  return { stages: stages, dispose: dispose };
}
