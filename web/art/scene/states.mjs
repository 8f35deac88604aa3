// Drawings for the quiet moments: nothing here yet, no such page, all done, our mistake. 320 by 240.
import { arc, band, box, disc, document, fill, group, line, oval, polar, n, ring } from "../svg.mjs";
import { star } from "../brand/star.mjs";
import { paint, tone } from "../palette.mjs";
import { palm, ridge, hills } from "./elements.mjs";

const blue = paint.majorelle;
const clay = paint.terracotta;
const size = { width: 320, height: 240 };
const spot = fill("M30 126C24 66 86 26 158 30C236 26 302 64 296 128C292 184 236 212 160 210C84 212 36 186 30 126Z", tone.sand);

/** Nothing to show yet: an open road to the mountains. */
const emptyRoad = document(
  { ...size, title: "An open road" },
  spot,
  disc(160, 100, 34, "#F2B632"),
  fill(ridge([[34, 130], [70, 104], [98, 122], [132, 88], [164, 118], [196, 94], [230, 122], [258, 106], [294, 132]], 140), "#E0B08F"),
  fill("M31 136C90 128 230 128 295 136C290 186 236 212 160 210C86 212 38 188 31 136Z", "#EBCB9C"),
  fill("M152 134H168L232 203C210 208 186 210 160 210C134 210 112 208 88 203Z", tone.steelDark),
  line("M160 142V148M160 157V166M160 177V190", tone.ground, 4),
  fill(palm(74, 176, 62, -6), paint.mint.shade),
  fill("M252 176c-4 -11 -11 -15 -18 -16c8 -1 14 2 18 6c-1 -9 1 -15 5 -20c1 7 0 13 0 18c4 -4 9 -7 15 -6c-7 3 -13 9 -14 18Z", paint.mint.base),
);

/** No such page: a signpost whose arms disagree. */
const lost = document(
  { ...size, title: "A signpost at a crossroads" },
  spot,
  fill(hills([[31, 150], [90, 124], [170, 150], [240, 126], [295, 146]], 150), "#E0B08F"),
  fill("M31 146C90 138 230 138 295 146C286 190 234 212 160 210C88 212 40 190 31 146Z", "#EBCB9C"),
  line("M52 184C110 160 140 190 170 176C206 158 230 190 276 168", tone.ground, 5, { "stroke-dasharray": "1 11" }),
  oval(160, 192, 26, 6, tone.shadow),
  line("M160 48V190", "#6B4A33", 11),
  line("M157 52V188", "#8C6548", 3),
  group({ transform: "rotate(-5 160 76)" }, fill("M98 58H212L234 76L212 94H98Z", blue.base), fill("M98 76H234L212 94H98Z", blue.shade), line("M116 72H160M116 82H190", tone.ground, 4)),
  group({ transform: "rotate(6 160 120)" }, fill("M222 102H108L86 120L108 138H222Z", clay.base), fill("M222 120H86L108 138H222Z", clay.shade), line("M132 115H204M158 126H204", tone.ground, 4)),
  fill(star(160, 42, 12), "#F2B632"),
);

/** Booked: a helmet ready to go, under a burst of stars. */
const rideOn = document(
  { ...size, title: "A helmet, ready to ride" },
  spot,
  fill(star(160, 118, 92, 11), "#F8E3B8"),
  oval(160, 190, 78, 9, tone.shadow),
  fill("M86 148C82 94 116 62 164 62C212 62 240 96 240 134L236 150C232 160 224 164 214 164H150L142 180C138 186 130 188 122 186C100 182 88 170 86 148Z", blue.base),
  fill("M86 148C85 138 86 128 88 120C104 146 128 154 150 154L150 164L142 180C138 186 130 188 122 186C100 182 88 170 86 148Z", blue.shade),
  fill("M110 100C118 82 138 72 162 72C178 72 194 77 206 86C170 78 134 82 110 100Z", blue.light),
  fill("M156 112C182 102 216 102 239 122L240 134L236 150C232 160 224 164 214 164H176C158 160 150 134 156 112Z", tone.graphite),
  fill("M166 118C186 110 210 110 230 122C212 122 188 126 170 136C166 130 165 124 166 118Z", tone.steel),
  fill("M92 112C124 96 176 88 232 106L229 96C180 80 126 88 97 102Z", tone.ground),
  disc(150, 136, 8, "#F2B632"),
  [[62, 76, 10, clay.base], [262, 78, 12, paint.mint.base], [88, 46, 6, "#F2B632"], [232, 48, 7, clay.base], [282, 120, 6, blue.base], [46, 124, 7, paint.mint.base]].map(([x, y, r, colour]) => fill(star(x, y, r), colour)),
);

const [wheelX, wheelY] = [128, 124];
const lacing = Array.from({ length: 16 }, (_, i) => {
  const [x1, y1] = polar(wheelX, wheelY, 11, 22.5 * i + (i % 2 ? 70 : -70));
  const [x2, y2] = polar(wheelX, wheelY, 49, 22.5 * i);
  return `M${n(x1)} ${n(y1)}L${n(x2)} ${n(y2)}`;
}).join("");

/** Our mistake: a wheel whose tyre has gone flat, a pump beside it. */
const flatTyre = document(
  { ...size, title: "A flat tyre and a pump" },
  spot,
  oval(158, 188, 100, 9, tone.shadow),
  fill(band(wheelX, wheelY, 48, 66, 124, 416), tone.tyre),
  // the flat: rubber spread on the ground
  fill("M90 178C70 178 72 190 84 190H172C184 190 186 178 166 178C176 172 180 166 182 160L160 158C140 176 116 176 96 158L74 160C76 166 80 172 90 178Z", tone.tyre),
  line(arc(wheelX, wheelY, 59, 150, 390), tone.tyreLight, 2.5),
  line(lacing, tone.steel, 2),
  ring(wheelX, wheelY, 48, tone.steelLight, 6),
  disc(wheelX, wheelY, 14, blue.base),
  fill(star(wheelX, wheelY, 10), tone.ground),
  // the pump and its hose
  line("M212 186H256", tone.graphite, 9),
  line("M186 176C194 196 206 170 222 178", clay.base, 5),
  box(223, 98, 22, 86, 5, clay.base),
  box(234, 98, 11, 86, 5, clay.shade),
  line("M234 98V66", tone.steel, 6),
  line("M212 64H256", tone.graphite, 11),
);

export const states = { "empty-road": emptyRoad, lost, "ride-on": rideOn, "flat-tyre": flatTyre };
