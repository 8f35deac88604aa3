// Renders the bitmap icons that phones ask for, from the drawn mark: `node icons.mjs`.
// Needs rsvg-convert (Debian package librsvg2-bin). The files are kept in the repository.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { icons } from "./brand/logo.mjs";

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
