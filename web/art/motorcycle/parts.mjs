// Parts shared by the motorcycles. A machine faces right; x grows forward, y grows down; the tyres
// stand on GROUND. Three tenths of a pixel make a millimetre, so that sizes compare between machines.
import { arc, band, box, disc, fill, group, line, n, oval, polar, ring, tube } from "../svg.mjs";
import { tone } from "../palette.mjs";

/** The line the tyres stand on. */
export const GROUND = 498;

/** The card behind every machine: sand, a pale horseshoe arch, the ground and a shadow from x1 to x2. */
export function backdrop(x1, x2) {
  return [
    box(0, 0, 800, 600, 40, tone.sand),
    fill("M210 498V372A218 218 0 1 1 590 372V498Z", tone.ground),
    fill("M0 498H800V560A40 40 0 0 1 760 600H40A40 40 0 0 1 0 560Z", tone.sandDeep),
    oval((x1 + x2) / 2, GROUND + 4, (x2 - x1) / 2, 13, tone.shadow),
  ];
}

/**
 * A wheel with its tyre on the ground below (x, y).
 * rim: "wire" (laced spokes), "cast" (five forked arms) or "star" (seven thin arms).
 * width: of the tyre seen from the side; knobs: an off-road tread; brake: radius of the disc, 0 for a drum.
 */
export function wheel({ x, y, r, width = r * 0.29, rim = "cast", metal = tone.steel, knobs = false, brake = 0, hub = r * 0.14 }) {
  const inner = r - width;
  const tyre = [
    ring(x, y, r - width / 2, tone.tyre, width),
    knobs && ring(x, y, r - 1, tone.tyre, 9, { "stroke-dasharray": `${n(r * 0.1)} ${n(r * 0.0795)}`, "stroke-linecap": "butt" }),
    ring(x, y, inner + width * 0.52, tone.tyreLight, 2),
  ];
  const drum = brake === 0 && [disc(x, y, inner * 0.36, tone.steel), disc(x, y, inner * 0.26, tone.steelLight)];
  const rotor = brake > 0 && [
    ring(x, y, brake - 5, tone.steelLight, 10),
    ring(x, y, brake - 5, tone.steelDark, 3, { "stroke-dasharray": "0.1 9" }),
  ];
  return [
    tyre,
    spokes[rim](x, y, inner, metal),
    ring(x, y, inner - 1, rim === "wire" ? tone.steelLight : metal, rim === "wire" ? 6 : 7),
    rotor,
    drum,
    disc(x, y, hub, tone.graphite),
    disc(x, y, hub * 0.5, tone.steelLight),
  ];
}

const spokes = {
  wire(x, y, inner) {
    const count = 18;
    const d = Array.from({ length: count }, (_, i) => {
      const angle = (360 / count) * i;
      const [rx, ry] = polar(x, y, inner, angle);
      const [hx, hy] = polar(x, y, inner * 0.2, angle + (i % 2 ? 75 : -75));
      return `M${n(hx)} ${n(hy)}L${n(rx)} ${n(ry)}`;
    }).join("");
    return line(d, tone.steel, 1.8);
  },
  cast(x, y, inner, metal) {
    const d = Array.from({ length: 5 }, (_, i) => {
      const angle = 72 * i - 90;
      const [hx, hy] = polar(x, y, inner * 0.1, angle);
      const [mx, my] = polar(x, y, inner * 0.45, angle);
      const [ax, ay] = polar(x, y, inner, angle - 13);
      const [bx, by] = polar(x, y, inner, angle + 13);
      return `M${n(hx)} ${n(hy)}L${n(mx)} ${n(my)}L${n(ax)} ${n(ay)}M${n(mx)} ${n(my)}L${n(bx)} ${n(by)}`;
    }).join("");
    return line(d, metal, Math.max(6, inner * 0.12));
  },
  star(x, y, inner, metal) {
    const d = Array.from({ length: 7 }, (_, i) => {
      const [ax, ay] = polar(x, y, inner, (360 / 7) * i - 90);
      return `M${n(x)} ${n(y)}L${n(ax)} ${n(ay)}`;
    }).join("");
    return line(d, metal, Math.max(6, inner * 0.13));
  },
};

/** A brake caliper gripping a disc of radius r at an angle. */
export function caliper(x, y, r, degrees, colour = tone.graphite) {
  return line(arc(x, y, r - 4, degrees - 16, degrees + 16), colour, 13);
}

/**
 * A telescopic fork from the axle (x, y) to its top, seen with the far leg peeping out behind.
 * kind: "classic" (thin chrome above, thick slider below), "inverted" (thick above, thin below)
 * or "gaiter" (rubber bellows above the slider). split: share of the length taken by the lower part.
 */
export function fork(x, y, topX, topY, { kind = "classic", width = 17, split = 0.48, upper = tone.graphite } = {}) {
  const mx = x + (topX - x) * split;
  const my = y + (topY - y) * split;
  const low = `M${x} ${y}L${n(mx)} ${n(my)}`;
  const high = `M${n(mx)} ${n(my)}L${topX} ${topY}`;
  const far = line(`M${x + 9} ${y}L${topX + 9} ${topY}`, tone.steelDark, width * 0.75);
  if (kind === "inverted") {
    return [far, tube(low, tone.steel, tone.chrome, width * 0.62), tube(high, upper, tone.steel, width)];
  }
  const stanchion =
    kind === "gaiter"
      ? [line(high, tone.black, width), line(high, tone.tyreLight, width + 2, { "stroke-dasharray": "2.5 6", "stroke-linecap": "butt" })]
      : tube(high, tone.steelLight, tone.chrome, width * 0.68);
  return [far, stanchion, tube(low, tone.steel, tone.steelLight, width), disc(x, y, width * 0.55, tone.steelDark)];
}

/** A coil-over shock absorber between two points. */
export function shock(x1, y1, x2, y2, spring, width = 17) {
  const d = `M${x1} ${y1}L${x2} ${y2}`;
  return [
    line(d, tone.steelDark, width * 0.45),
    line(d, spring, width, { "stroke-dasharray": "4 4", "stroke-linecap": "butt" }),
    disc(x1, y1, width * 0.36, tone.graphite),
    disc(x2, y2, width * 0.36, tone.graphite),
  ];
}

/**
 * An air-cooled cylinder with its fins, standing on (x, y), leaning forward by degrees.
 * width and height in pixels; the head takes the upper third.
 */
export function cylinder(x, y, width, height, degrees, { metal = tone.steel, light = tone.steelLight, head = tone.steelDark } = {}) {
  const pitch = 9;
  const rows = Math.round((height * 0.62) / pitch);
  const fins = Array.from({ length: rows }, (_, i) => `M${n(-width / 2)} ${n(-6 - i * pitch)}H${n(width / 2)}`).join("");
  const top = -rows * pitch - 4;
  return group(
    { transform: `translate(${x} ${y})rotate(${degrees})` },
    box(-width * 0.38, top, width * 0.76, -top, 2, tone.steelDark),
    line(fins, metal, 5.5),
    line(fins, light, 1.6, { transform: "translate(0 -1.6)" }),
    fill(`M${n(-width * 0.46)} ${n(top)}V${n(top - height * 0.2)}Q${n(-width * 0.44)} ${n(-height)} ${n(-width * 0.2)} ${n(-height)}H${n(width * 0.2)}Q${n(width * 0.44)} ${n(-height)} ${n(width * 0.46)} ${n(top - height * 0.2)}V${n(top)}Z`, head),
    line(`M${n(-width * 0.34)} ${n(top - height * 0.14)}H${n(width * 0.34)}`, light, 2.5),
  );
}

/** A crankcase cover: a round lid with a bolt circle. */
export function cover(x, y, r, colour = tone.steel, face = tone.steelLight) {
  return [
    disc(x, y, r, colour),
    disc(x, y, r * 0.72, face),
    ring(x, y, r * 0.86, tone.graphite, 3, { "stroke-dasharray": `0.1 ${n(r * 0.9)}` }),
    ring(x, y, r * 0.4, colour, 3),
  ];
}

/** A mirror: a stalk from (x, y) to the head, which is a tilted oval at (hx, hy). */
export function mirror(x, y, hx, hy, { width = 17, height = 12, tilt = -12, stalk = tone.graphite } = {}) {
  return [
    line(`M${x} ${y}Q${n((x + hx) / 2 - 4)} ${n((y + hy) / 2)} ${hx} ${hy}`, stalk, 5),
    group(
      { transform: `translate(${hx} ${hy})rotate(${tilt})` },
      oval(0, 0, width, height, tone.graphite),
      oval(-2, 0, width * 0.74, height * 0.66, tone.glass),
    ),
  ];
}

/** A handlebar grip with its lever, ending at (x, y) and running forward to (tx, ty). */
export function grip(x, y, tx, ty) {
  return [
    line(`M${tx + 4} ${ty + 6}Q${n((x + tx) / 2 + 8)} ${n((y + ty) / 2 + 13)} ${x + 4} ${y + 13}`, tone.steel, 4),
    line(`M${x} ${y}L${tx} ${ty}`, tone.black, 13),
    line(`M${x} ${y - 2}L${tx} ${ty - 2}`, tone.tyreLight, 2.5, { "stroke-dasharray": "3 5" }),
  ];
}

/** A hand guard over the grip whose outer end is at (x, y). */
export function handGuard(x, y, colour, shade) {
  return [
    fill(`M${x - 12} ${y - 8}C${x + 8} ${y - 22} ${x + 40} ${y - 26} ${x + 62} ${y - 18}C${x + 70} ${y - 10} ${x + 66} ${y + 8} ${x + 54} ${y + 14}C${x + 30} ${y + 20} ${x} ${y + 14} ${x - 12} ${y - 8}Z`, colour),
    fill(`M${x - 12} ${y - 8}C${x + 10} ${y + 4} ${x + 40} ${y + 4} ${x + 66} ${y - 4}C${x + 65} ${y + 4} ${x + 62} ${y + 10} ${x + 54} ${y + 14}C${x + 30} ${y + 20} ${x} ${y + 14} ${x - 12} ${y - 8}Z`, shade),
  ];
}

/** An indicator on a short stem from (x, y) to (lx, ly). */
export function indicator(x, y, lx, ly) {
  return [line(`M${x} ${y}L${lx} ${ly}`, tone.graphite, 5), oval(lx, ly, 10, 7.5, tone.graphite), oval(lx, ly, 7, 5, tone.amber)];
}

/** A round headlight seen from the side: the bowl in a colour, the glass bulging forward. */
export function headlight(x, y, r, bowl, rim = tone.chrome) {
  const bulge = `M${x + r * 0.35} ${n(y - r)}Q${n(x + r * 1.05)} ${n(y - r * 0.7)} ${n(x + r * 1.05)} ${y}Q${n(x + r * 1.05)} ${n(y + r * 0.7)} ${n(x + r * 0.35)} ${n(y + r)}Z`;
  return [
    fill(`M${n(x + r * 0.3)} ${n(y - r)}C${n(x - r * 0.7)} ${n(y - r)} ${n(x - r)} ${n(y - r * 0.4)} ${n(x - r)} ${y}C${n(x - r)} ${n(y + r * 0.4)} ${n(x - r * 0.7)} ${n(y + r)} ${n(x + r * 0.3)} ${n(y + r)}Z`, bowl),
    fill(bulge, tone.lamp),
    line(`M${n(x + r * 0.32)} ${n(y - r)}V${n(y + r)}`, rim, 6),
  ];
}

/** The licence plate on its hanger below the tail, tilted as on the road. */
export function plate(x, y, degrees = 18) {
  return group(
    { transform: `translate(${x} ${y})rotate(${degrees})` },
    box(-5, -4, 8, 40, 3, tone.graphite),
    box(-9, 8, 6, 30, 2, tone.chrome),
  );
}

/** A foot peg with its hanger, the peg at (x, y). */
export function peg(x, y) {
  return [line(`M${x - 4} ${y - 22}L${x} ${y}`, tone.steelDark, 7), line(`M${x - 3} ${y}H${x + 13}`, tone.black, 9)];
}

/** A drive chain round two sprockets, between the axle (x, y) and the gearbox. */
export function chain(x, y, r, gearX, gearY, gearR) {
  return [
    line(`M${x} ${y - r}L${gearX} ${gearY - gearR}M${x} ${y + r}L${gearX} ${gearY + gearR}`, tone.black, 5),
    line(`M${x} ${y - r}L${gearX} ${gearY - gearR}M${x} ${y + r}L${gearX} ${gearY + gearR}`, tone.steel, 2, { "stroke-dasharray": "3 4" }),
    ring(x, y, r, tone.steelDark, 5),
  ];
}

/** An exhaust: the pipe as path data, then a silencer from (x1, y1) back to (x2, y2). */
export function exhaust(d, x1, y1, x2, y2, { pipe = 13, silencer = 27, metal = tone.steel, light = tone.chrome, tip = tone.graphite } = {}) {
  const can = `M${x1} ${y1}L${x2} ${y2}`;
  const length = Math.hypot(x2 - x1, y2 - y1);
  const ux = (x2 - x1) / length;
  const uy = (y2 - y1) / length;
  return [
    tube(d, tone.steelDark, tone.steelLight, pipe),
    line(`M${x2} ${y2}L${n(x2 + ux * 9)} ${n(y2 + uy * 9)}`, tip, silencer * 0.62),
    tube(can, metal, light, silencer),
  ];
}

/** A fender hugging a wheel, with a lighter edge on top. */
export function fender(x, y, inner, outer, from, to, colour, light) {
  return [fill(band(x, y, inner, outer, from, to), colour), line(arc(x, y, outer - 3, from + 3, to - 3), light, 3)];
}
