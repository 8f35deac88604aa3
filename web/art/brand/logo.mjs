// The mark, a wheel whose spokes are an eight-point star, alone, with the name, and as an app icon.
import { readFileSync } from "node:fs";
import { box, disc, document, el, fill, group, ring } from "../svg.mjs";
import { octagon, star } from "./star.mjs";

const words = JSON.parse(readFileSync(new URL("../lettering/words.json", import.meta.url), "utf8"));

/** The mark in a 64 by 64 square: tyre, star pierced at the hub, axle. */
export function mark({ wheel, axle }) {
  return [ring(32, 32, 28, wheel, 5), fill(star(32, 32, 26) + octagon(32, 32, 12.5), wheel, { "fill-rule": "evenodd" }), disc(32, 32, 5.6, axle)];
}

const scheme = {
  day: { wheel: "#3D3CC8", axle: "#B24A22", word: "#1E1C24" },
  night: { wheel: "#A9A8FF", axle: "#F0916A", word: "#F3EADB" },
  icon: { wheel: "#FBF7F0", axle: "#F2B632" },
};

/** The mark stands on every page, in the colours that its reader asked the system for. */
const dayAndNight = el(
  "style",
  {},
  `:root{--wheel:${scheme.day.wheel};--axle:${scheme.day.axle}}`,
  `@media (prefers-color-scheme:dark){:root{--wheel:${scheme.night.wheel};--axle:${scheme.night.axle}}}`,
);

/** Capitals stand 40 px tall beside the 64 px mark. */
const SCALE = 40 / 700;

/** The mark and the name; the Arabic name stands to the left of the mark, where its line ends. */
function lockup(word, colours, arabic) {
  const length = Math.round(word.width * SCALE);
  const width = 64 + 14 + length;
  const baseline = arabic ? 44 : 52;
  const text = (x) => group({ transform: `translate(${x} ${baseline})scale(${SCALE.toFixed(4)})` }, fill(word.path, colours.word));
  const children = arabic ? [text(0), group({ transform: `translate(${length + 14} 0)` }, mark(colours))] : [mark(colours), text(78)];
  return document({ width, height: 64, title: word.text }, children);
}

/** An app icon: the mark on majorelle; share is the part of the side that the mark takes. */
const icon = (share, corner) => {
  const scale = (512 * share) / 64;
  const offset = (512 * (1 - share)) / 2;
  return document(
    { width: 512, height: 512, title: "Rihla" },
    box(0, 0, 512, 512, corner, "#3D3CC8"),
    group({ transform: `translate(${offset} ${offset})scale(${scale})` }, mark(scheme.icon)),
  );
};

export const logos = {
  "logo-mark": document({ width: 64, height: 64, title: "Rihla" }, dayAndNight, mark({ wheel: "var(--wheel)", axle: "var(--axle)" })),
  logo: lockup(words.latin, scheme.day, false),
  "logo-night": lockup(words.latin, scheme.night, false),
  "logo-ar": lockup(words.arabic, scheme.day, true),
  "logo-ar-night": lockup(words.arabic, scheme.night, true),
  favicon: icon(0.86, 112),
};

/** Sources of the bitmap icons; a maskable icon keeps the mark inside the safe zone (a circle of 80 %). */
export const icons = { rounded: icon(0.74, 112), full: icon(0.62, 0) };
