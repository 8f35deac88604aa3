/** Heads nearer to each other than this, in pixels, cannot be told apart. */
const near = 30;

/** Puts points of the screen that lie on top of each other together, as lists of their positions in the given order. */
export function clustersOf(points: ReadonlyArray<{ readonly x: number; readonly y: number }>): number[][] {
  const clusters: Array<{ x: number; y: number; members: number[] }> = [];
  for (const [index, { x, y }] of points.entries()) {
    const home = clusters.find((cluster) => Math.hypot(cluster.x - x, cluster.y - y) < near);
    if (home) home.members.push(index);
    else clusters.push({ x, y, members: [index] });
  }
  return clusters.map(({ members }) => members);
}
