// The six cities of the home page as silhouettes in three flat tones (far, mid, near) under a calm sky.
import { box, disc, document, fill, line } from "../svg.mjs";
import { arch, ball, block, hills, houses, merlons, minaret, palm, ridge, windows } from "./elements.mjs";

const WIDTH = 640;
const HEIGHT = 360;

const city = (title, { sky, sun, sunAt: [x, y, r] }, ...layers) =>
  document({ width: WIDTH, height: HEIGHT, title }, box(0, 0, WIDTH, HEIGHT, 0, sky), disc(x, y, r, sun), layers);

/** Calm water from y down, with a few glints. */
const water = (y, colour, glint) => [
  box(0, y, WIDTH, HEIGHT - y, 0, colour),
  line(`M40 ${y + 16}h60M150 ${y + 30}h90M300 ${y + 14}h50M410 ${y + 28}h110M560 ${y + 14}h44`, glint, 3),
];

function casablanca() {
  const [far, mid, near] = ["#C9C8EE", "#7573D6", "#2F2E9E"];
  const deco = [[0, 46, 70], [46, 34, 104], [86, 44, 84], [92, 32, 98], [134, 30, 66], [430, 34, 80], [468, 26, 150], [500, 26, 150], [530, 44, 92], [537, 30, 106], [544, 16, 120], [578, 34, 74], [614, 26, 98]];
  return city(
    "Casablanca",
    { sky: "#F6EFE3", sun: "#F7D58A", sunAt: [470, 120, 44] },
    fill(houses(283, deco), far),
    fill("M468 126l13 -20l13 20ZM500 126l13 -20l13 20Z", far),
    // Hassan II: the minaret by the sea, the hall with its stepped green roof
    fill(minaret(252, 282, 44, 176) + block(252, 282, 58, 46), mid),
    fill(houses(282, [[282, 150, 62], [298, 118, 78], [326, 62, 90]]) + merlons(282, 432, 220, 5) + "M320 192L357 172L394 192Z", mid),
    fill([300, 330, 360, 390, 420].map((x) => arch(x - 3, 282, 17, 40)).join("") + arch(252, 282, 22, 40) + arch(245, 166, 7, 20) + arch(259, 166, 7, 20) + arch(245, 210, 7, 20) + arch(259, 210, 7, 20), far),
    line("M232 140h40M232 186h40M232 228h40", far, 2.5),
    water(282, mid, "#A5A3EA"),
    fill("M0 330C120 316 240 340 360 330C470 320 560 338 640 328V360H0Z", near),
    fill(palm(70, 336, 104, 10) + palm(116, 338, 76, -8) + palm(590, 336, 92, -10), near),
  );
}

function marrakech() {
  const [far, mid, near] = ["#F0C9AE", "#CF6A3E", "#7E3217"];
  return city(
    "Marrakech",
    { sky: "#FBF1E3", sun: "#F6C46A", sunAt: [150, 108, 40] },
    fill(ridge([[0, 214], [60, 176], [104, 196], [176, 130], [214, 158], [262, 112], [318, 164], [360, 140], [430, 92], [486, 148], [536, 124], [590, 168], [640, 150]], 290), far),
    fill("M176 130L152 152L168 158L178 150L190 160L202 149ZM262 112L238 135L252 144L264 132L276 146L288 136ZM430 92L398 115L416 126L430 112L446 128L458 119Z", "#FFFBF3"),
    fill(houses(312, [[0, 80, 58], [80, 56, 74], [136, 70, 52], [206, 60, 68], [394, 62, 64], [456, 76, 50], [532, 50, 72], [582, 58, 56]]), "#E39A73"),
    fill(minaret(328, 310, 58, 172) + houses(310, [[262, 132, 46]]) + merlons(262, 394, 264, 6), mid),
    fill(arch(316, 190, 12, 26) + arch(340, 190, 12, 26) + arch(328, 236, 20, 30) + windows([[310, 148], [319, 148], [328, 148], [337, 148]], 6, 8) + arch(290, 304, 16, 26) + arch(366, 304, 16, 26), near),
    line("M303 156h50", near, 2.5),
    fill(`M0 308H640V360H0Z${merlons(0, 640, 309, 8)}`, mid),
    fill(hills([[0, 340], [120, 326], [300, 344], [480, 328], [640, 342]], 360), near),
    fill(palm(84, 340, 150, -8) + palm(130, 342, 108, 12) + palm(540, 338, 138, 10) + palm(496, 342, 92, -10) + palm(606, 342, 104, -6), near),
  );
}

function agadir() {
  const [far, mid, near] = ["#F2D7A6", "#DDA035", "#7A4A06"];
  return city(
    "Agadir",
    { sky: "#FCF5E6", sun: "#F08E5B", sunAt: [470, 176, 46] },
    fill(hills([[0, 150], [90, 116], [180, 104], [290, 170], [400, 238], [470, 258]], 270), far),
    // the walls of Oufla on the hill
    fill(houses(138, [[96, 120, 26], [90, 18, 34], [204, 18, 38], [146, 18, 34]]) + merlons(96, 216, 112, 4), mid),
    box(0, 256, 640, 104, 0, "#A9CBD3"),
    line("M330 272h70M440 286h120M360 300h50M520 270h60M470 316h90", "#D5E6E8", 3),
    fill(houses(262, [[0, 40, 30], [40, 30, 44], [70, 46, 26], [116, 34, 38], [150, 50, 28], [200, 36, 40], [236, 54, 24], [290, 40, 16]]), mid),
    // the long crescent of sand
    fill("M0 258H320C400 260 380 286 300 300C240 312 250 340 330 360H0Z", "#F8E7C2"),
    fill("M470 262l0 -54l38 50ZM464 262l0 -42l-22 38ZM436 266h78l-12 14h-54Z", near),
    line("M468 212V266", near, 3),
    fill("M572 258l0 -26l18 24ZM556 260h38l-6 7h-26Z", mid),
    // parasols
    fill("M150 306a34 26 0 0 1 68 0ZM232 330a30 22 0 0 1 60 0Z", "#D9622F"),
    line("M184 306V338M262 330V356", near, 4),
    fill(hills([[0, 324], [60, 330], [140, 352], [180, 360]], 360), near),
    fill(palm(58, 338, 156, 12) + palm(104, 350, 106, -10) + palm(20, 330, 96, -6), near),
  );
}

function tangier() {
  const [far, mid, near] = ["#BCD8DC", "#4E93A6", "#14505F"];
  const steps = [[330, 44, 46], [364, 52, 74], [408, 40, 96], [440, 56, 118], [486, 44, 138], [524, 54, 112], [566, 40, 90], [600, 40, 70]];
  return city(
    "Tangier",
    { sky: "#F5F1E6", sun: "#F7CF85", sunAt: [244, 118, 38] },
    fill(ridge([[0, 196], [70, 176], [128, 188], [200, 166], [268, 184], [330, 172], [420, 192], [520, 184], [640, 200]], 216), far),
    box(0, 214, 640, 146, 0, "#9CC7CE"),
    line("M210 234h70M280 256h50M180 270h60M250 290h70M300 232h40", "#D7E9EA", 3),
    // a ferry in the strait
    fill("M196 236h92l-12 16h-68ZM216 236v-14h46v14ZM232 222v-12h12v12Z", "#FFFBF3"),
    fill(hills([[290, 300], [350, 268], [430, 236], [520, 222], [640, 232]], 360), mid),
    fill(houses(300, steps), mid),
    fill(houses(304, [[350, 36, 30], [392, 44, 52], [440, 36, 74], [482, 40, 60], [528, 48, 84], [580, 60, 48]]), "#7FB3BF"),
    fill(minaret(508, 200, 24, 74), near),
    fill(windows([[362, 286], [404, 266], [418, 266], [450, 244], [494, 258], [506, 258], [540, 234], [556, 234], [594, 270], [614, 270]], 7, 11), near),
    // the Cap Spartel light: a square tower with its lantern
    fill(hills([[0, 268], [60, 258], [130, 272], [190, 322], [226, 360]], 360), near),
    fill(block(84, 268, 36, 132) + merlons(62, 106, 136, 5) + block(84, 142, 46, 8) + block(84, 120, 16, 20) + "M72 104a12 12 0 0 1 24 0ZM82 94h4v-10h-4Z", near),
    box(76, 106, 16, 13, 2, "#FFE9A8"),
    fill(arch(84, 190, 11, 22) + arch(84, 232, 11, 22), far),
    fill("M0 344C160 334 300 350 440 342C530 336 590 346 640 340V360H0Z", near),
    fill(palm(592, 344, 84, -8) + palm(622, 346, 62, 4), near),
  );
}

function fez() {
  const [far, mid, near] = ["#C4DDCB", "#4F9A7C", "#14503C"];
  return city(
    "Fez",
    { sky: "#F8F2E4", sun: "#F4C878", sunAt: [516, 96, 38] },
    fill(hills([[0, 176], [110, 120], [240, 156], [380, 110], [520, 150], [640, 118]], 280), far),
    // the medina behind the gate
    fill(houses(290, [[0, 50, 84], [50, 38, 106], [88, 46, 78], [134, 40, 98], [450, 44, 96], [494, 46, 76], [540, 40, 108], [580, 60, 86]]), "#8FC0A4"),
    fill(minaret(76, 210, 28, 84) + minaret(574, 208, 30, 102), mid),
    fill("M88 212l23 -16l23 16ZM494 214l23 -16l23 16Z", mid),
    fill(windows([[16, 224], [32, 250], [62, 206], [104, 232], [148, 212], [156, 244], [464, 216], [508, 236], [552, 200], [600, 226], [616, 250]], 7, 12), mid),
    // Bab Bou Jeloud
    fill(`M172 322V146H468V322Z${merlons(172, 468, 147, 10)}`, mid),
    fill(`M236 322V132H404V322Z${merlons(236, 404, 133, 10)}`, near),
    fill(arch(320, 322, 84, 150) + arch(204, 322, 42, 92) + arch(436, 322, 42, 92), "#F8F2E4"),
    fill(minaret(326, 322, 22, 76) + houses(322, [[290, 30, 26], [340, 20, 34]]), "#8FC0A4"),
    line("M248 152H392M248 164H392", mid, 3, { "stroke-dasharray": "7 7" }),
    line("M184 196H228M184 212H228M412 196H456M412 212H456", far, 3, { "stroke-dasharray": "6 6" }),
    fill("M0 322H172V286H0ZM468 322H640V286H468Z" + merlons(0, 172, 287, 8) + merlons(468, 640, 287, 8), mid),
    fill("M0 322H640V360H0Z", near),
    line("M60 342H200M440 342H580", mid, 3, { "stroke-dasharray": "26 18" }),
  );
}

function rabat() {
  const [far, mid, near] = ["#F0CDBF", "#C9705A", "#6E2A22"];
  const columns = Array.from({ length: 11 }, (_, i) => 292 + i * 30 + (i > 3 ? 8 : 0));
  return city(
    "Rabat",
    { sky: "#FAF1E6", sun: "#F5BC74", sunAt: [250, 110, 40] },
    // the kasbah of the Oudayas across the river
    fill("M0 268V196L26 190L34 172H164L176 186L214 206L250 268Z", far),
    fill(houses(196, [[34, 130, 34], [26, 26, 48], [148, 28, 46]]) + merlons(52, 148, 162, 6) + merlons(26, 52, 148, 5) + merlons(148, 176, 150, 5), "#E3A48F"),
    fill(minaret(108, 166, 20, 58), "#E3A48F"),
    fill(arch(90, 196, 20, 26), mid),
    fill(houses(312, [[196, 30, 74], [226, 40, 66], [266, 30, 78], [296, 50, 64], [346, 34, 80], [380, 162, 56], [540, 34, 74], [574, 66, 86]]), far),
    // Hassan tower, left unfinished, among its columns
    fill(block(464, 310, 92, 196), mid),
    fill("M418 116h92l0 -6h-14v-5h-26v4h-30v-6h-22Z", mid),
    fill(arch(442, 176, 14, 34) + arch(464, 176, 14, 34) + arch(486, 176, 14, 34) + arch(442, 240, 12, 30) + arch(464, 240, 12, 30) + arch(486, 240, 12, 30) + arch(464, 310, 22, 42), near),
    line("M424 190H504M424 254H504M424 130H504", near, 2.5),
    fill("M0 262H252C246 284 226 296 214 330H0Z", "#BBD3D6"),
    line("M30 276h60M120 290h80M60 302h40", "#E2EDEC", 3),
    fill("M120 286h64l-10 12h-44ZM150 284v-42l30 38Z", near),
    fill("M222 310H640V322H218Z", mid),
    fill(columns.filter((x) => Math.abs(x - 464) > 52).map((x, i) => block(x, 322, 10, 30 + ((i * 7) % 3) * 10) + block(x, 322, 16, 6)).join(""), near),
    fill("M0 318C150 308 300 324 640 318V360H0Z", near),
    fill(palm(40, 330, 108, 8) + palm(596, 326, 96, -8) + palm(624, 326, 70, 6) + ball(276, 320, 12) + ball(252, 322, 9), near),
  );
}

export const cities = {
  casablanca: casablanca(),
  marrakech: marrakech(),
  agadir: agadir(),
  tangier: tangier(),
  fez: fez(),
  rabat: rabat(),
};
