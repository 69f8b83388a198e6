// The light of weald's pictures (src/picture/light.h and shade.cpp), as other programs need it.

import { directionOf } from './camera.mjs';

// Linear light per unit of albedo: what a white surface sends back.
const SUN = [2.55, 2.22, 1.8], ZENITH = [0.52, 0.7, 1.04], HORIZON = [0.78, 0.84, 0.92], BOUNCE = [0.34, 0.31, 0.27];
const EXPOSURE = 0.46;

/**
 * Sun and sky of a picture with sun_azimuth, sun_elevation and exposure (stops): `direction` points to the sun, `sun`
 * is what a white surface that faces it sends back, `horizon`, `zenith` and `bounce` (from below) are radiances. Where
 * nothing is brighter than 0.62 weald's tone curve is straight, and these are the values of the picture in linear light.
 */
export function lightOf(picture) {
  const scale = EXPOSURE * 2 ** picture.exposure;
  const scaled = (colour) => colour.map((c) => c * scale);
  return {
    direction: directionOf(picture.sun_azimuth, picture.sun_elevation),
    sun: scaled(SUN),
    zenith: scaled(ZENITH),
    horizon: scaled(HORIZON),
    bounce: scaled(BOUNCE),
  };
}
