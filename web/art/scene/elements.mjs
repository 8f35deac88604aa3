// Buildings, trees and land that the scenes share. Every one is path data, so that a scene can pour
// many of them into one flat tone. y grows down; `base` is the line a thing stands on.
import { n } from "../svg.mjs";

/** A rectangle standing on base, its centre at x. */
export const block = (x, base, width, height) => `M${n(x - width / 2)} ${n(base)}v${n(-height)}h${n(width)}v${n(height)}Z`;

/** Merlons along a wall top from x1 to x2. */
export function merlons(x1, x2, y, size = 6) {
  const count = Math.floor((x2 - x1) / (size * 2));
  const step = (x2 - x1) / count;
  return Array.from({ length: count }, (_, i) => `M${n(x1 + i * step + step / 4)} ${n(y + 1)}v${n(-size)}l${n(step / 4)} ${n(-size * 0.5)}l${n(step / 4)} ${n(size * 0.5)}v${n(size)}Z`).join("");
}

/** A horseshoe arch opening, its sill on base. */
export function arch(x, base, width, height) {
  const half = width / 2;
  const spring = base - height + half * 1.25;
  return `M${n(x - half * 0.86)} ${n(base)}V${n(spring)}C${n(x - half * 1.3)} ${n(spring - half * 0.8)} ${n(x - half * 0.6)} ${n(base - height + 2)} ${n(x)} ${n(base - height)}C${n(x + half * 0.6)} ${n(base - height + 2)} ${n(x + half * 1.3)} ${n(spring - half * 0.8)} ${n(x + half * 0.86)} ${n(spring)}V${n(base)}Z`;
}

/** A square Moroccan minaret: shaft, merlons, lantern, dome and the three balls of the jamur. */
export function minaret(x, base, width, height) {
  const top = base - height;
  const lantern = width * 0.5;
  const lanternTop = top - width * 0.75;
  return [
    block(x, base, width, height),
    merlons(x - width / 2, x + width / 2, top, width * 0.11),
    block(x, top, lantern, width * 0.75),
    merlons(x - lantern / 2, x + lantern / 2, lanternTop, width * 0.07),
    `M${n(x - lantern * 0.36)} ${n(lanternTop)}C${n(x - lantern * 0.42)} ${n(lanternTop - lantern * 0.7)} ${n(x + lantern * 0.42)} ${n(lanternTop - lantern * 0.7)} ${n(x + lantern * 0.36)} ${n(lanternTop)}Z`,
    block(x, lanternTop - 3, 2, width * 0.75),
    ...[0.42, 0.55, 0.66].map((at, i) => ball(x, lanternTop - width * at, (3 - i) * width * 0.02 + 1)),
  ].join("");
}

/** A full circle. */
export const ball = (x, y, r) => `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 1 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 1 ${n(-2 * r)} 0Z`;

/** A date palm leaning by `lean` pixels, its crown about `height` above base. */
export function palm(x, base, height, lean = 0) {
  const cx = x + lean;
  const cy = base - height;
  const r = Math.max(22, height * 0.34);
  const trunk = `M${n(x - 4)} ${n(base)}Q${n(x - 1)} ${n(base - height * 0.5)} ${n(cx - 2)} ${n(cy)}H${n(cx + 2)}Q${n(x + 5)} ${n(base - height * 0.5)} ${n(x + 4)} ${n(base)}Z`;
  const frond = (dx, dy, sag) => `M${n(cx)} ${n(cy)}Q${n(cx + dx * 0.55)} ${n(cy + dy - sag)} ${n(cx + dx)} ${n(cy + dy)}Q${n(cx + dx * 0.5)} ${n(cy + dy * 0.3 - sag * 0.25)} ${n(cx)} ${n(cy + 4)}Z`;
  const fronds = [
    [-1, 0.3, 0.55],
    [-0.85, -0.25, 0.5],
    [-0.4, -0.7, 0.15],
    [0.4, -0.7, 0.15],
    [0.85, -0.25, 0.5],
    [1, 0.3, 0.55],
    [-0.6, 0.65, 0.6],
    [0.6, 0.65, 0.6],
  ];
  return trunk + fronds.map(([dx, dy, sag]) => frond(dx * r, dy * r, sag * r)).join("") + ball(cx, cy + 2, 4);
}

/** A ridge line closed down to base: heights is a list of x, y pairs. */
export const ridge = (points, base) => `M${points[0][0]} ${base}${points.map(([x, y]) => `L${x} ${y}`).join("")}L${points.at(-1)[0]} ${base}Z`;

/** Rolling land through the points, closed down to base. */
export function hills(points, base) {
  const middle = points.slice(1, -1).map(([x, y], i) => {
    const [nx, ny] = points[i + 2];
    return i === points.length - 3 ? `Q${x} ${y} ${nx} ${ny}` : `Q${x} ${y} ${n((x + nx) / 2)} ${n((y + ny) / 2)}`;
  });
  return `M${points[0][0]} ${base}L${points[0].join(" ")}${middle.join("")}V${base}Z`;
}

/** Flat-roofed houses side by side: [x, width, height] of each on base. */
export const houses = (base, list) => list.map(([x, width, height]) => block(x + width / 2, base, width, height)).join("");

/** Small window openings: [x, y] of each, width by height. */
export const windows = (list, width = 6, height = 10) => list.map(([x, y]) => `M${x} ${y}h${width}v${height}h${-width}Z`).join("");
