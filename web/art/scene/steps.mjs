// How a pick-up works, in three drawings of 320 by 240: find the place, enter the code, ride away.
import { box, disc, document, fill, group, line, oval, ring } from "../svg.mjs";
import { star } from "../brand/star.mjs";
import { paint, tone } from "../palette.mjs";
import { scooterFigure } from "../motorcycle/scooter.mjs";

const { base: blue, shade: blueDeep, light: blueLight } = paint.majorelle;
const terracotta = paint.terracotta.base;
const size = { width: 320, height: 240 };

/** The soft ground every small drawing sits on. */
const spot = fill("M34 128C26 70 84 26 156 30C232 26 300 66 294 128C290 182 236 210 160 208C86 210 40 184 34 128Z", tone.sand);

/** A map pin with its point at (x, y); scale 1 is 60 px tall. */
export const pin = (x, y, scale, colour, shade) =>
  group(
    { transform: `translate(${x} ${y})scale(${scale})` },
    fill("M0 0C-18 -22 -24 -32 -24 -42A24 24 0 0 1 24 -42C24 -32 18 -22 0 0Z", colour),
    fill("M0 0C18 -22 24 -32 24 -42A24 24 0 0 0 12 -62.8C18 -46 12 -24 0 0Z", shade),
    fill(star(0, -42, 13), tone.ground),
  );

const find = document(
  { ...size, title: "Find the parking point" },
  spot,
  // a folded map lying open
  fill("M52 96L124 80L196 96L268 80V176L196 192L124 176L52 192Z", "#FFFFFF"),
  fill("M124 80L196 96V192L124 176Z", tone.sandDeep, { opacity: 0.55 }),
  fill("M52 150C80 136 104 150 124 146V176L52 192ZM214 92L268 80V112C250 122 226 116 214 92Z", "#CFE3D6"),
  fill("M196 158C220 150 244 160 268 148V176L196 192Z", "#CBDDE6"),
  line("M52 124L124 106L196 130L268 118M96 86L108 180M222 90L216 188", tone.shadow, 4),
  line("M74 170C92 152 116 160 136 150C156 140 158 126 172 126", terracotta, 5, { "stroke-dasharray": "2 10" }),
  disc(74, 170, 8, terracotta),
  disc(74, 170, 3.5, "#FFFFFF"),
  oval(172, 128, 14, 5, tone.shadow),
  pin(172, 126, 1.42, blue, blueDeep),
);

/** The digits of a code on a screen, as dots: entered ones are solid. */
const dots = (x, y, entered) => [0, 1, 2, 3].map((i) => (i < entered ? disc(x + i * 17, y, 5.5, blue) : ring(x + i * 17, y, 4.8, tone.shadow, 2)));

const unlock = document(
  { ...size, title: "Open the key box with the code on your phone" },
  spot,
  // the key box on its wall, open, with the key inside
  box(176, 66, 92, 118, 14, tone.graphite),
  box(186, 76, 72, 98, 8, tone.steelDark),
  line("M222 88V104", tone.steelLight, 5),
  ring(222, 116, 12, "#F2B632", 6),
  line("M222 128V158M222 146H233M222 157H231", "#F2B632", 6),
  fill("M268 66L300 82V186L268 184Z", tone.steel),
  fill("M274 78L294 88V142L274 138Z", tone.steelDark),
  line("M279 100L289 104M279 112L289 116M279 124L289 127", tone.steelLight, 4),
  // the phone with the code
  group(
    { transform: "rotate(-8 112 128)" },
    box(62, 44, 98, 172, 18, tone.ink),
    box(69, 54, 84, 152, 11, "#FFFFFF"),
    fill(star(111, 86, 20), blue),
    disc(111, 86, 7, "#FFFFFF"),
    dots(85.5, 124, 3),
    [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => box(79 + column * 23, 142 + row * 19, 18, 14, 5, row === 1 && column === 1 ? "#F2B632" : tone.sand))),
    box(98, 48, 26, 3, 1.5, tone.steelDark),
  ),
  // the code opens the box
  line("M164 96C168 88 172 82 178 78", blueLight, 4, { "stroke-dasharray": "1 9" }),
);

const ride = document(
  { ...size, title: "Ride away" },
  spot,
  disc(228, 82, 30, "#F2B632"),
  fill("M40 168C44 150 70 138 92 148C110 128 146 130 158 150C184 132 226 138 240 156C262 146 286 152 291 162C280 190 224 209 160 208C96 210 52 194 40 168Z", "#E4B795"),
  fill("M44 178C110 164 220 162 282 176C262 198 214 209 160 208C104 210 62 198 44 178Z", tone.steelDark),
  line("M80 193H238", tone.sand, 3, { "stroke-dasharray": "16 12" }),
  group({ transform: "translate(54 18)scale(.33)" }, scooterFigure(paint.majorelle)),
  line("M34 116H66M22 134H60M38 152H68", terracotta, 4),
);

export const steps = { "step-1": find, "step-2": unlock, "step-3": ride };
