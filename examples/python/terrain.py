"""terrain.py PRESET STAGE [STAGE.KEY=VALUE]...: makes the heightmap of a stage, and prints its height and slope."""

import sys

import numpy

import weald


def steepness(heights: numpy.ndarray, cell_size: float) -> numpy.ndarray:
    """Slope in degrees at every sample, by central differences."""
    south, east = numpy.gradient(heights.astype(float), cell_size)
    return numpy.degrees(numpy.arctan(numpy.hypot(south, east)))


def main(preset: str, stage: str, *settings: str) -> None:
    land = weald.load(preset, settings).artifact(stage).heightmap()
    slopes = steepness(land.heights, land.cell_size)
    print(f"{land.width} x {land.height} samples, {land.heights.min():.1f} to {land.heights.max():.1f} m, "
          f"{slopes.mean():.1f} degrees steep, {slopes.max():.1f} at most")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except weald.Error as error:
        sys.exit(str(error))
