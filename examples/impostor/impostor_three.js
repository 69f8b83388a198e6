// A weald impostor in three.js (WebGL 2): inserts the shader of impostor.glsl into the material of its GLB. Lighting, fog, tone
// mapping, instances (InstancedMesh) and orthographic cameras remain three.js's own.
//
//   const shader = await (await fetch('impostor.glsl')).text();
//   const normals = await loadNormals('pine_impostor_normals.png');
//   const { scene } = await new GLTFLoader().loadAsync('pine_impostor.glb');
//   scene.traverse((node) => node.isMesh && showImpostor(node, normals, shader));

import * as THREE from 'three';

/** Loads the picture of normals and depth: linear, row 0 first, alpha not premultiplied. */
export async function loadNormals(url) {
  const loader = new THREE.ImageBitmapLoader().setOptions({ premultiplyAlpha: 'none', colorSpaceConversion: 'none' });
  const texture = new THREE.Texture(await loader.loadAsync(url));
  texture.flipY = false;
  return withCopies(texture);
}

function withCopies(texture) {
  Object.assign(texture, { generateMipmaps: true, minFilter: THREE.LinearMipmapLinearFilter, magFilter: THREE.LinearFilter });
  Object.assign(texture, { wrapS: THREE.ClampToEdgeWrapping, wrapT: THREE.ClampToEdgeWrapping, needsUpdate: true });
  return texture;
}

// Shared by the two shaders: the camera in the axes of the mesh, and the transform from the mesh to the view.
const SHARED = (word) => `
flat ${word} vec3 impostorEye, impostorTowards;
flat ${word} mat4 impostorToView;
${word} vec3 impostorOnSquare;
`;

// A three.js chunk with some of its text replaced.
function changed(name, ...changes) {
  let text = THREE.ShaderChunk[name];
  for (const [what, instead] of changes) {
    if (!text.includes(what)) throw new Error(`this three.js has another ${name}: '${what}' is not in it`);
    text = text.replaceAll(what, instead);
  }
  return text;
}

// The three.js chunks that are replaced. The square of the GLB is (-0.5, -0.5) to (0.5, 0.5) around the pivot, times the size.
const VERTEX = { begin_vertex: `
  impostorToView = modelViewMatrix;
  #ifdef USE_INSTANCING
    impostorToView = modelViewMatrix * instanceMatrix;
  #endif
  mat4 impostorFromView = inverse(impostorToView);
  bool hasPerspective = projectionMatrix[3][3] == 0.0;
  impostorEye = impostorFromView[3].xyz;
  impostorTowards = normalize(hasPerspective ? impostorEye - impostorPivot : impostorFromView[2].xyz);
  vec2 corner = (position.xy - impostorPivot.xy) / impostorSize;
  impostorOnSquare = impostorCorner(corner, impostorEye, impostorTowards, hasPerspective);
  vec3 transformed = impostorOnSquare;
` };
const FRAGMENT = {
  map_fragment: `
  vec3 impostorRay = projectionMatrix[3][3] == 0.0 ? normalize(impostorOnSquare - impostorEye) : -impostorTowards;
  float impostorMetres = max(length(dFdx(impostorOnSquare)), length(dFdy(impostorOnSquare)));
  ImpostorPixel seen = impostorPixel(impostorOnSquare, impostorRay, impostorTowards, impostorLevel(impostorMetres));
  diffuseColor *= vec4(seen.colour, seen.alpha);
`,
  normal_fragment_begin: `
  float faceDirection = 1.0;
  vec3 turned = normalize(mat3(impostorToView) * seen.normal + vec3(0.0, 0.0, 1e-6));
  vec3 normal = turned, nonPerturbedNormal = turned;
  impostorMean = turned * length(seen.normal);
  vec4 impostorClip = projectionMatrix * impostorToView * vec4(seen.position, 1.0);
  gl_FragDepth = clamp(0.5 + 0.5 * impostorClip.z / impostorClip.w, 0.0, 1.0);
`,
  // Lamps and the sky light normals that scatter around their mean. Specular reflection uses the mean unchanged.
  lights_physical_pars_fragment: changed(
    'lights_physical_pars_fragment',
    ['directSpecular += irradiance', 'directSpecular += saturate( dot( geometryNormal, directLight.direction ) ) * directLight.color'],
    ['float dotNL = saturate( dot( geometryNormal, directLight.direction ) );', 'float dotNL = impostorFacing( impostorMean, directLight.direction );'],
  ),
  lights_fragment_begin: changed('lights_fragment_begin', ['hemisphereLights[ i ], geometryNormal', 'hemisphereLights[ i ], impostorMean']),
};

function replaced(source, chunks, before) {
  for (const [name, text] of Object.entries(chunks)) {
    if (!source.includes(`#include <${name}>`)) throw new Error(`this three.js has no chunk ${name} where the impostor needs it`);
    source = source.replace(`#include <${name}>`, text);
  }
  return before + source;
}

/** Gives `mesh`, from an impostor's GLB, the shader. `normals` comes from loadNormals(), `shader` is the text of impostor.glsl. */
export function showImpostor(mesh, normals, shader) {
  const facts = mesh.userData.impostor, material = mesh.material;
  const uniforms = {
    impostorAtlas: withCopies(material.map), impostorNormals: normals, impostorPivot: new THREE.Vector3(...facts.pivot_m),
    impostorSize: facts.size_m, impostorFrames: facts.frames, impostorFramePixels: facts.frame_px, impostorGutter: facts.gutter_px,
    impostorIsSphere: facts.directions === 'sphere',
  };
  material.onBeforeCompile = (program) => {
    for (const [name, value] of Object.entries(uniforms)) program.uniforms[name] = { value };
    program.vertexShader = replaced(program.vertexShader, VERTEX, shader + SHARED('out'));
    program.fragmentShader = replaced(program.fragmentShader, FRAGMENT, `${shader}${SHARED('in')}uniform mat4 projectionMatrix;\nvec3 impostorMean;\n`);
  };
  material.customProgramCacheKey = () => 'weald impostor';
}
