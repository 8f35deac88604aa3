// Roadster: naked, upright, a muscular tank over a trellis frame and a parallel twin.
import { disc, fill, line, tube } from "../svg.mjs";
import { tone } from "../palette.mjs";
import * as part from "./parts.mjs";

export function roadster(paint) {
  const [rear, front] = [{ x: 202, y: 406, r: 92 }, { x: 604, y: 406, r: 92 }];
  return [
    part.backdrop(96, 706),
    part.wheel({ ...rear, width: 32, brake: 40, metal: tone.graphite }),
    part.wheel({ ...front, width: 27, brake: 52, metal: tone.graphite }),
    part.chain(rear.x, rear.y, 27, 318, 392, 13),
    // swingarm
    fill("M196 394L318 366L330 402L204 418Z", tone.graphite),
    line("M214 400L312 378", tone.steelDark, 4),
    disc(rear.x, rear.y, 10, tone.steel),
    part.shock(262, 374, 306, 292, paint.trim),
    // rear subframe
    line("M330 360L226 266M352 300L196 258", tone.graphite, 9),
    // engine
    part.cylinder(404, 356, 92, 118, 18),
    fill("M300 366C304 350 318 346 336 348L440 350C462 352 474 372 472 396C470 424 452 442 424 442H338C312 442 296 420 296 394Z", tone.steelDark),
    fill("M310 372C314 360 322 356 338 358L436 359C452 361 462 376 460 392L310 392Z", tone.steel),
    part.cover(346, 404, 31),
    part.cover(420, 404, 25, tone.graphite, tone.steelDark),
    // radiator
    fill("M474 270L492 274L486 372L466 366Z", tone.graphite),
    line("M479 282L474 356", tone.steelDark, 6, { "stroke-dasharray": "2 5", "stroke-linecap": "butt" }),
    // frame
    tube("M506 226L474 262L336 386", paint.shade, paint.light, 15),
    tube("M506 246L474 278", paint.shade, paint.light, 11),
    tube("M350 296L404 324L414 296M404 324L452 286", paint.shade, paint.light, 9),
    disc(324, 390, 12, tone.steel),
    // exhaust
    part.exhaust("M452 322C498 336 500 402 470 434C454 450 430 456 400 456H330", 322, 452, 238, 436, { silencer: 32, metal: tone.graphite, light: tone.steel }),
    part.peg(322, 428),
    // fork and front end
    part.fork(front.x, front.y, 508, 190, { kind: "inverted", width: 22, upper: "#C79A3E" }),
    part.caliper(front.x, front.y, 52, 200),
    part.fender(front.x, front.y, 95, 104, 214, 296, paint.base, paint.light),
    line("M566 366L546 322", paint.shade, 8),
    // tail
    part.plate(150, 270, 24),
    fill("M356 256C300 262 230 224 162 228C146 228 140 236 150 244L196 268C230 284 262 300 300 304L360 300Z", paint.base),
    fill("M352 296C300 306 262 288 196 262C230 284 262 304 300 308L360 304Z", paint.shade),
    part.indicator(170, 256, 156, 274),
    fill("M144 230C136 232 134 242 142 246L162 252L164 234Z", tone.red),
    fill("M362 262C330 280 300 270 276 254C250 238 212 230 172 228C186 220 226 218 262 226C300 234 330 246 362 250Z", tone.seat),
    line("M190 226C240 224 290 238 330 256", tone.seatLight, 4),
    // tank
    fill("M346 288C344 240 382 200 440 196C486 194 514 210 518 236C508 262 476 284 438 294C406 300 374 300 346 288Z", paint.base),
    fill("M346 288C345 276 348 264 352 256C382 280 430 282 456 252C468 238 500 226 518 236C508 262 476 284 438 294C406 300 374 300 346 288Z", paint.shade),
    fill("M372 232C392 208 430 202 466 205C488 207 500 212 506 218C480 210 412 212 372 232Z", paint.light),
    fill("M360 250C384 266 420 268 444 246C462 230 492 222 516 226L518 236C500 232 474 240 460 254C434 282 384 280 354 262Z", paint.trim),
    // headlight and cockpit
    fill("M500 212L524 196L540 208L520 232Z", tone.graphite),
    part.headlight(540, 224, 29, tone.graphite),
    fill("M506 192C508 176 522 168 538 172L530 192Z", tone.graphite),
    part.indicator(520, 234, 528, 250),
    line("M508 194C504 176 492 166 470 170", tone.graphite, 9),
    part.grip(448, 178, 482, 169),
    part.mirror(484, 166, 478, 124),
  ];
}
