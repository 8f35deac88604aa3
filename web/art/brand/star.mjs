// The khatam: the eight-point star of zellige, two squares turned by half a right angle.
import { n, polar } from "../svg.mjs";

/** Where the notches lie when the points lie at 1. */
const NOTCH = Math.cos(Math.PI / 4) / Math.cos(Math.PI / 8);

const closed = (points) => `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join("L")}Z`;

/** The outline of a star around (x, y) with its points at distance r; turn in degrees. */
export const star = (x, y, r, turn = 0) =>
  closed(Array.from({ length: 16 }, (_, i) => polar(x, y, i % 2 ? r * NOTCH : r, turn + 22.5 * i)));

/** The octagon around (x, y) with its corners at distance r; turn in degrees. */
export const octagon = (x, y, r, turn = 22.5) => closed(Array.from({ length: 8 }, (_, i) => polar(x, y, r, turn + 45 * i)));
