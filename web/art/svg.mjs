// The few SVG builders every drawing uses. Numbers are pixels of the drawing's own view box.

/** Shortest decimal form of a number with one decimal: 3.14159 becomes "3.1". */
export const n = (value) => String(Math.round(value * 10) / 10);

const attributes = (map) =>
  Object.entries(map)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${typeof value === "number" ? Math.round(value * 1000) / 1000 : value}"`)
    .join("");

/** An element with optional children (strings, nested arrays of strings, or nothing). */
export function el(name, map = {}, ...children) {
  const inside = children.flat(Infinity).filter(Boolean).join("");
  return inside ? `<${name}${attributes(map)}>${inside}</${name}>` : `<${name}${attributes(map)}/>`;
}

/** A filled path. */
export const fill = (d, colour, more) => el("path", { fill: colour, d, ...more });

/** A stroked path with round ends. */
export const line = (d, colour, width, more) => el("path", { stroke: colour, "stroke-width": width, d, ...more });

/** A filled circle. */
export const disc = (cx, cy, r, colour, more) => el("circle", { cx, cy, r, fill: colour, ...more });

/** A stroked circle. */
export const ring = (cx, cy, r, colour, width, more) =>
  el("circle", { cx, cy, r, stroke: colour, "stroke-width": width, ...more });

/** A filled ellipse. */
export const oval = (cx, cy, rx, ry, colour, more) => el("ellipse", { cx, cy, rx, ry, fill: colour, ...more });

/** A filled rectangle with corner radius. */
export const box = (x, y, width, height, rx, colour, more) =>
  el("rect", { x, y, width, height, rx: rx || undefined, fill: colour, ...more });

/** A tube seen from the side: a stroke with a lighter line where the light falls. */
export const tube = (d, colour, light, width) => [
  line(d, colour, width),
  line(d, light, Math.max(1.5, width * 0.25), { transform: `translate(${n(-width * 0.12)} ${n(-width * 0.2)})` }),
];

/** A group. Strokes default to round, fills to none, so that paths say only what they are. */
export const group = (map, ...children) => el("g", map, ...children);

/** A point at an angle in degrees (0 is right, 90 is down) and distance from a centre. */
export const polar = (x, y, distance, degrees) => [
  x + distance * Math.cos((degrees * Math.PI) / 180),
  y + distance * Math.sin((degrees * Math.PI) / 180),
];

/** A circular arc as path data, clockwise from one angle to another. */
export function arc(x, y, r, from, to) {
  const [x1, y1] = polar(x, y, r, from);
  const [x2, y2] = polar(x, y, r, to);
  return `M${n(x1)} ${n(y1)}A${n(r)} ${n(r)} 0 ${to - from > 180 ? 1 : 0} 1 ${n(x2)} ${n(y2)}`;
}

/** A band between two radii, clockwise between two angles: fenders, wheel guards. */
export function band(x, y, inner, outer, from, to) {
  const large = to - from > 180 ? 1 : 0;
  const [ax, ay] = polar(x, y, outer, from);
  const [bx, by] = polar(x, y, outer, to);
  const [cx, cy] = polar(x, y, inner, to);
  const [dx, dy] = polar(x, y, inner, from);
  return `M${n(ax)} ${n(ay)}A${n(outer)} ${n(outer)} 0 ${large} 1 ${n(bx)} ${n(by)}L${n(cx)} ${n(cy)}A${n(inner)} ${n(inner)} 0 ${large} 0 ${n(dx)} ${n(dy)}Z`;
}

/** A whole document. The title is what a screen reader says when the file is opened on its own. */
export function document({ width, height, title }, ...children) {
  return `${el(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}`, fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round" },
    title && el("title", {}, title),
    children,
  )}\n`;
}
