// An impostor of weald in three.js (WebGL 2): gives the material of its GLB the shader of impostor.glsl. Light, fog and tone
// mapping are three.js's own, and so are copies (InstancedMesh) and cameras without perspective.
//
//   const shader = await (await fetch('impostor.glsl')).text();
//   const normals = await loadNormals('pine_impostor_normals.png');
//   const { scene } = await new GLTFLoader().loadAsync('pine_impostor.glb');
//   scene.traverse((node) => node.isMesh && showImpostor(node, normals, shader));

import * as THREE from 'three';

/** The picture of normals and depth: linear, row 0 first, and its alpha not multiplied into its colours. */
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

// What the two shaders share: the camera in the axes of the mesh, and where the mesh stands before the camera.
const SHARED = (word) => `
flat ${word} vec3 impostorEye, impostorTowards;
flat ${word} mat4 impostorToView;
${word} vec3 impostorOnSquare;
`;

// A chunk of three.js with some things otherwise.
function changed(name, ...changes) {
  let text = THREE.ShaderChunk[name];
  for (const [what, instead] of changes) {
    if (!text.includes(what)) throw new Error(`this three.js has another ${name}: '${what}' is not in it`);
    text = text.replaceAll(what, instead);
  }
  return text;
}

// three.js's chunks that make way. The square of the GLB is (-0.5, -0.5) to (0.5, 0.5) around the pivot, times the size.
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
  // Lamps and the sky light normals that scatter around their mean. Gloss takes the mean as it is.
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

/** Gives `mesh`, of an impostor's GLB, the shader. `normals` as of loadNormals(), `shader` the text of impostor.glsl. */
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
