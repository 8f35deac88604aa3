/** A rectangle of the map, in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A city's name on the map: where the city is, and how large its name is written. */
export interface Name {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where a name may stand beside its city, the best first. */
const sides = ['below', 'end', 'start', 'above'] as const;
export type Side = (typeof sides)[number];

/** Between a city's dot and its name. */
const distance = 5;

function boxOf({ x, y, width, height }: Name, side: Side): Box {
  const left = { below: x - width / 2, above: x - width / 2, end: x + distance, start: x - distance - width };
  const top = {
    below: y + distance,
    above: y - distance - height,
    end: y - height / 2,
    start: y - height / 2,
  };
  return { left: left[side], top: top[side], right: left[side] + width, bottom: top[side] + height };
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** On which side of its city each name can be read, the first names first; undefined where something covers them all. */
export function sidesOf(names: readonly Name[], covered: readonly Box[]): Array<Side | undefined> {
  const taken = [...covered];
  return names.map((name) => {
    const side = sides.find((each) => !taken.some((box) => overlap(boxOf(name, each), box)));
    if (side) taken.push(boxOf(name, side));
    return side;
  });
}
