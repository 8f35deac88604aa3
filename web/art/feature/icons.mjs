// What a motorcycle can have, as signs of 24 by 24: lines of one weight, readable at 20 pixels.
import { arc, disc, document, group, line, n, polar, ring } from "../svg.mjs";

/** Between the light and the dark majorelle: readable on the page of either theme. */
const colour = "#6564EA";
const width = 1.7;

const path = (d) => line(d, colour, width);
const circle = (x, y, r) => ring(x, y, r, colour, width);
const dot = (x, y, r = 1.2) => disc(x, y, r, colour);

/** Spokes around a centre, from one distance to another. */
const rays = (x, y, from, to, degrees) =>
  path(
    degrees
      .map((at) => [polar(x, y, from, at), polar(x, y, to, at)])
      .map(([[ax, ay], [bx, by]]) => `M${n(ax)} ${n(ay)}L${n(bx)} ${n(by)}`)
      .join(""),
  );

const signs = {
  brakes: ["Brakes", circle(12, 12, 5.5), circle(12, 12, 1.6), path(`${arc(12, 12, 9, 140, 220)}${arc(12, 12, 9, -40, 40)}`)],
  grip: ["Grip", path("M8 4h8M9.5 8h5M5 12c3-2.5 4 2.5 7 0s4 2.5 7 0M5 16c3-2.5 4 2.5 7 0s4 2.5 7 0M5 20c3-2.5 4 2.5 7 0s4 2.5 7 0")],
  cruise: ["Cruise control", path(arc(12, 14, 8.5, 160, 380)), path("M12 14L16.2 9.2"), dot(12, 14, 1.6), rays(12, 14, 5.6, 6.6, [180, 225, 270, 360])],
  gears: ["Gears", path("M6 5v14M12 5v14M18 5v7M6 12h12"), dot(6, 4), dot(12, 4), dot(18, 4), dot(6, 20), dot(12, 20)],
  start: ["Electric start", path("M13.5 3L6 13.5h5L10 21l8-11h-5.2Z")],
  key: ["Key", circle(8, 12, 4), path("M12 12h9M18 12v3.5M21 12v2.5"), dot(8, 12, 1)],
  tracker: ["Tracker", path("M12 21C7 15 5.5 12.5 5.5 9.5a6.5 6.5 0 0 1 13 0C18.5 12.5 17 15 12 21Z"), circle(12, 9.5, 2.2)],
  wireless: ["Wireless", path(`${arc(12, 18, 4, 225, 315)}${arc(12, 18, 8, 225, 315)}${arc(12, 18, 12, 225, 315)}`), dot(12, 18, 1.6)],
  screen: ["Screen", path("M4.5 5h15a1.5 1.5 0 0 1 1.5 1.500v9a1.5 1.5 0 0 1-1.5 1.500h-15A1.5 1.5 0 0 1 3 15.500v-9A1.5 1.5 0 0 1 4.5 5ZM9 20.500h6"), path("M7 13.500l3-3 2.5 2 4.5-4.5")],
  lamp: ["Lamp", path("M13 5.500H9.500a6.5 6.5 0 0 0 0 13H13Z"), path("M16.5 7L21 6M16.5 12H21M16.5 17l4.5 1")],
  plug: ["Charging", path("M8.5 3v5M15.5 3v5M6 8h12v3a6 6 0 0 1-12 0ZM12 17v4")],
  case: ["Top case", path("M4 10.500C4 8 5.5 7 8 7h8c2.5 0 4 1 4 3.500V18H4ZM4 12.500h16M12 11v3M9 7V4.500h6V7")],
  panniers: ["Side cases", path("M3 8.500h6v9H4.500L3 14ZM21 8.500h-6v9h4.500L21 14ZM9 10.500h6M12 4v6.500M9.5 4h5M12 17v3.5")],
  heat: ["Heated grips", path("M3.5 14.500h17v5h-17ZM8 14.500v5M8 4c-1.800 2 1.800 3.5 0 6.500M12 4c-1.800 2 1.800 3.5 0 6.500M16 4c-1.800 2 1.800 3.5 0 6.5")],
  windscreen: ["Windscreen", path("M6 18C5 10 8 4.5 12 3.500C16 4.5 19 10 18 18ZM8.5 21h7M9.5 14.500C9.300 11 10.300 8.5 12 7")],
  terrain: ["Off-road", path("M2.5 19L9 7.500l4 7 2.5-4L21.5 19ZM7 11l2 1.5 2-1.5")],
};

/** Each as a whole document, by the name of its file. */
export const features = Object.fromEntries(
  Object.entries(signs).map(([name, [title, ...parts]]) => [
    `feature-${name}`,
    document({ width: 24, height: 24, title }, group({}, parts)),
  ]),
);
