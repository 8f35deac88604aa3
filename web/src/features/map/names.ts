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

/** Where a name begins, from its city. */
export interface Offset {
  readonly x: number;
  readonly y: number;
}

/** Between a city's dot and its name. */
const distance = 5;
/** Lines are higher than what is written in them. */
const slack = 3;

/** Where a name may stand around its city, the best first. */
function offsetsOf({ width, height }: Name): Offset[] {
  const [before, middle, behind] = [-width - distance, -width / 2, distance];
  const [above, beside, below] = [-height - distance + slack, -height / 2, distance];
  return [
    { x: middle, y: below },
    { x: behind, y: beside },
    { x: before, y: beside },
    { x: middle, y: above },
    { x: behind, y: below - slack },
    { x: before, y: below - slack },
    { x: behind, y: above },
    { x: before, y: above },
  ];
}

function boxAt({ x, y, width, height }: Name, offset: Offset): Box {
  const [left, top] = [x + offset.x, y + offset.y];
  return { left, top: top + slack, right: left + width, bottom: top + height - slack };
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function within(inner: Box, outer: Box): boolean {
  return (
    inner.left >= outer.left &&
    inner.right <= outer.right &&
    inner.top >= outer.top &&
    inner.bottom <= outer.bottom
  );
}

/**
 * Where each name can be read, whole and inside of what is shown, the first names first; undefined where there is no room
 * for it, and where its city is not in sight.
 */
export function placesOf(
  names: readonly Name[],
  covered: readonly Box[],
  shown: Box,
): Array<Offset | undefined> {
  const taken = [...covered];
  return names.map((name) => {
    const { x, y } = name;
    if (!within({ left: x, right: x, top: y, bottom: y }, shown)) return undefined;
    const place = offsetsOf(name).find((each) => {
      const box = boxAt(name, each);
      return within(box, shown) && !taken.some((other) => overlap(box, other));
    });
    if (place) taken.push(boxAt(name, place));
    return place;
  });
}
