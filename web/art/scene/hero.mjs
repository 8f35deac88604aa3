// The wide picture of the home page: a rider on a road between the dunes and the Atlas. The left half
// stays calm, for words and the search form; the sun, the kasbah and the rider keep to the right.
import { ball, hills, houses, merlons, palm, ridge } from "./elements.mjs";
import { disc, document, fill, group, line, oval, box } from "../svg.mjs";

const light = {
  title: "A rider on the road to the Atlas", sky: "#FBF1E1", glow: "#F9E4C0", sun: "#F2B04E", snow: "#FFFDF8",
  far: "#EBCDB5", mid: "#DDA27D", dune: "#EFC792", duneShade: "#DFA767", near: "#C7733F",
  road: "#6B5560", edge: "#F7E9CF", kasbah: "#B8562F", dark: "#7A3217",
  paint: "#3D3CC8", paintShade: "#2B2A96", machine: "#2A2832", steel: "#A7A1AE", jacket: "#1D6F54", trousers: "#35323D", helmet: "#FBF7F0", visor: "#35323D", lamp: "#FFE9A8",
};

const night = {
  title: "A rider on the road to the Atlas, at night", sky: "#16151C", glow: "#211F33", sun: "#F3EADB", snow: "#A9A8FF",
  far: "#2A2845", mid: "#35315A", dune: "#2B2740", duneShade: "#221F34", near: "#1D1A2C",
  road: "#121018", edge: "#6A6590", kasbah: "#3F3A68", dark: "#14121D",
  paint: "#7170EE", paintShade: "#4A49B8", machine: "#3E3A50", steel: "#6B667C", jacket: "#57B896", trousers: "#3C394A", helmet: "#F3EADB", visor: "#16151C", lamp: "#FFE9A8",
  stars: true,
};

/** Rider and machine, about 210 px long, wheels on y = 0, facing right. */
function rider(c) {
  const wheel = (x) => [disc(x, -31, 31, c.machine), disc(x, -31, 20, c.steel), disc(x, -31, 15, c.machine), disc(x, -31, 5, c.steel)];
  return [
    oval(0, 2, 120, 7, c.dark, { opacity: 0.35 }),
    wheel(-72),
    wheel(76),
    line("M76 -31L44 -106", c.steel, 8),
    line("M-72 -31L-16 -44", c.machine, 10),
    fill("M-34 -74H34L40 -40C34 -26 20 -22 0 -22H-20C-34 -26 -38 -50 -34 -74Z", c.machine),
    line("M30 -54C44 -40 34 -20 10 -20H-58", c.steel, 8),
    // bag on the rack
    fill("M-104 -116C-104 -124 -98 -126 -92 -126H-60C-54 -126 -52 -122 -52 -116V-90L-104 -95Z", "#B24A22"),
    line("M-86 -125V-97M-68 -125V-95", c.dark, 4),
    fill("M-108 -98C-86 -100 -60 -96 -34 -88L40 -98L46 -84L24 -70H-34C-60 -76 -88 -84 -108 -98Z", c.paintShade),
    // leg, behind the tank
    fill("M-46 -100C-30 -112 10 -104 24 -90C30 -82 26 -74 18 -64L0 -34H-16L-2 -70L-34 -78C-46 -82 -50 -92 -46 -100Z", c.trousers),
    fill("M-18 -36H2L4 -28L22 -22C26 -18 24 -14 20 -14H-18Z", c.dark),
    fill("M2 -96C6 -116 30 -122 50 -116L58 -100L36 -82L8 -82Z", c.paint),
    fill("M46 -112C58 -120 72 -114 74 -102C74 -92 64 -86 54 -90Z", c.paint),
    fill("M68 -112C76 -110 78 -98 70 -94Z", c.lamp),
    line("M44 -104L34 -128L18 -126", c.machine, 6),
    // rider leaning into the road
    fill("M-46 -96C-50 -128 -36 -158 -10 -168C4 -172 14 -162 12 -150C6 -130 -2 -112 -10 -96Z", c.jacket),
    line("M-2 -152C2 -138 8 -132 24 -128", c.dark, 18, { opacity: 0.25 }),
    line("M-2 -154C2 -140 8 -134 24 -129", c.jacket, 15),
    line("M26 -127L32 -127", c.visor, 11),
    fill("M-6 -174C-4 -184 22 -184 26 -170C24 -158 6 -154 -6 -162Z", "#F2B632"),
    fill("M-6 -182C-8 -200 4 -212 20 -212C36 -212 44 -200 42 -188L38 -174C30 -164 4 -164 -6 -182Z", c.helmet),
    fill("M18 -196C26 -200 38 -200 42 -194L40 -180C34 -178 24 -180 20 -184Z", c.visor),
    // scarf in the wind
    fill("M-2 -172C-24 -178 -40 -166 -66 -176C-54 -164 -44 -158 -30 -158C-18 -158 -10 -162 0 -166Z", "#F2B632"),
  ];
}

function hero(c) {
  const stars = [[120, 90], [210, 200], [330, 60], [420, 160], [560, 110], [690, 60], [820, 150], [960, 80], [1060, 180], [1400, 70], [1500, 160], [620, 230], [270, 300], [60, 260], [1330, 210]];
  return document(
    { width: 1600, height: 700, title: c.title },
    box(0, 0, 1600, 700, 0, c.sky),
    c.stars && fill(stars.map(([x, y], i) => ball(x, y, 1.4 + (i % 3) * 0.6)).join(""), c.sun, { opacity: 0.7 }),
    disc(1180, 190, 170, c.glow),
    disc(1180, 190, 84, c.sun),
    c.stars && disc(1150, 168, 74, c.glow),
    // the Atlas, low on the left, high on the right
    fill(ridge([[0, 420], [130, 396], [260, 414], [420, 376], [560, 398], [700, 344], [800, 366], [910, 282], [980, 322], [1060, 236], [1150, 318], [1230, 270], [1330, 344], [1430, 262], [1520, 318], [1600, 286]], 560), c.far),
    fill("M910 282L872 312L892 320L908 306L926 318L942 300ZM1060 236L1012 280L1036 294L1058 268L1080 290L1104 276ZM1230 270L1196 290L1214 302L1232 288L1250 300L1268 294ZM1430 262L1384 300L1408 314L1430 290L1452 306L1470 284Z", c.snow),
    fill(hills([[0, 470], [180, 432], [420, 470], [680, 424], [900, 400], [1120, 428], [1340, 386], [1600, 416]], 600), c.mid),
    // a kasbah among palms
    fill(houses(442, [[1366, 40, 84], [1400, 74, 58], [1470, 40, 96], [1506, 54, 50]]) + merlons(1366, 1406, 359, 5) + merlons(1406, 1470, 385, 5) + merlons(1470, 1510, 347, 5), c.kasbah),
    fill("M1380 380h8v14h-8ZM1484 372h8v14h-8ZM1428 442v-22a9 11 0 0 1 18 0v22ZM1484 402h8v14h-8Z", c.dark),
    fill(palm(1348, 452, 92, -6) + palm(1576, 450, 108, -8) + palm(1546, 452, 74, 8), c.dark),
    fill(hills([[0, 520], [240, 462], [520, 520], [800, 476], [1080, 430], [1330, 452], [1600, 436]], 700), c.dune),
    fill("M240 485C330 500 420 516 520 520C440 540 320 552 200 556C240 530 260 506 240 485ZM820 473C930 444 1040 430 1130 432C1080 462 960 492 840 500C850 490 846 480 820 473Z", c.duneShade),
    // the road comes from the mountains and passes in front of us
    fill("M1290 446C1250 462 1190 470 1110 486C930 520 420 560 0 588V662C520 648 1120 624 1600 574V520C1420 520 1250 506 1262 480C1268 466 1300 456 1318 447Z", c.edge),
    fill("M1294 447C1254 463 1200 474 1130 490C950 526 430 568 0 596V654C520 640 1110 616 1600 566V528C1400 526 1234 510 1250 482C1260 466 1296 457 1314 447Z", c.road),
    line("M0 626C420 610 980 584 1290 548C1400 548 1500 548 1600 546", c.edge, 4, { "stroke-dasharray": "46 34" }),
    group({ transform: "translate(1040 606)rotate(-4)scale(1.4)" }, rider(c)),
    fill(hills([[0, 676], [300, 646], [620, 682], [980, 650], [1300, 664], [1600, 612]], 700), c.near),
    fill("M1480 640c-10 -26 -26 -34 -40 -36c16 -2 30 4 38 14c-2 -20 2 -34 12 -44c0 16 0 28 0 40c8 -10 20 -16 34 -14c-16 6 -28 20 -32 40ZM180 668c-6 -16 -16 -22 -26 -24c10 0 20 4 26 10c0 -12 2 -20 8 -28c2 10 2 18 2 26c6 -6 14 -8 22 -8c-10 4 -18 14 -20 24Z", c.dark),
  );
}

export const heroes = { hero: hero(light), "hero-night": hero(night) };
