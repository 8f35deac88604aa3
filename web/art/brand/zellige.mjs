// The star-and-cross lattice, one seamless tile of 120 by 120. Drawn with currentColor, so that the
// file works both inline and as a CSS mask.
import { document, line } from "../svg.mjs";
import { octagon, star } from "./star.mjs";

const corners = [
  [0, 0],
  [120, 0],
  [0, 120],
  [120, 120],
];

export const zellige = document(
  { width: 120, height: 120 },
  line(star(60, 60, 60), "currentColor", 2.4, { "stroke-linejoin": "miter" }),
  line(star(60, 60, 38) + octagon(60, 60, 20, 0), "currentColor", 1.6, { "stroke-linejoin": "miter" }),
  line(corners.map(([x, y]) => star(x, y, 20, 0)).join(""), "currentColor", 1.6, { "stroke-linejoin": "miter" }),
);
