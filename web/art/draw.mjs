// Draws every picture of the site from parameters: `node draw.mjs` writes ../public/pictures.
// The same source gives the same bytes; nothing is read from the network or the clock.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { logos } from "./brand/logo.mjs";
import { zellige } from "./brand/zellige.mjs";
import { features } from "./feature/icons.mjs";
import { motorcycles } from "./motorcycle/index.mjs";
import { paint } from "./palette.mjs";
import { cities } from "./scene/cities.mjs";
import { heroes } from "./scene/hero.mjs";
import { states } from "./scene/states.mjs";
import { steps } from "./scene/steps.mjs";
import { document } from "./svg.mjs";

const folder = join(dirname(fileURLToPath(import.meta.url)), "../public/pictures");
mkdirSync(folder, { recursive: true });
const write = (name, text) => writeFileSync(join(folder, `${name}.svg`), text);

for (const [category, { title, draw }] of Object.entries(motorcycles)) {
  for (const [colour, tones] of Object.entries(paint)) {
    write(`${category}-${colour}`, document({ width: 800, height: 600, title: `${title}, ${colour}` }, draw(tones)));
  }
}
for (const [slug, drawing] of Object.entries(cities)) write(`city-${slug}`, drawing);
for (const [name, drawing] of Object.entries({ ...heroes, ...steps, ...states, ...logos, ...features })) write(name, drawing);
write("zellige", zellige);
