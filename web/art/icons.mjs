// Renders the bitmap icons that phones ask for, from the drawn mark, and the picture that previews of links show:
// `node icons.mjs`.
// Needs rsvg-convert (Debian package librsvg2-bin). The files are kept in the repository.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { icons, logos } from "./brand/logo.mjs";
import { heroes } from "./scene/hero.mjs";

const FILES = [
  { name: "icon-192", size: 192, source: icons.rounded },
  { name: "icon-512", size: 512, source: icons.rounded },
  { name: "icon-maskable-192", size: 192, source: icons.full },
  { name: "icon-maskable-512", size: 512, source: icons.full },
  { name: "apple-touch-icon", size: 180, source: icons.full },
];

for (const { name, size, source } of FILES) {
  const file = fileURLToPath(new URL(`../public/pictures/${name}.png`, import.meta.url));
  execFileSync("rsvg-convert", ["--width", String(size), "--height", String(size), "--output", file], { input: source });
}

/** A whole drawing as a part of another one. */
const part = (drawing, place) => drawing.replace("<svg ", `<svg ${place} `);
const share = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630">
${part(heroes.hero, 'width="1440" height="630" x="-220"')}${part(logos.logo, 'width="487" height="144" x="72" y="72"')}</svg>`;
execFileSync("rsvg-convert", ["--width", "1200", "--output", fileURLToPath(new URL("../public/pictures/share.png", import.meta.url))], {
  input: share,
});
