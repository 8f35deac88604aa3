// Sport: a full fairing, a sharp nose and a high tail; rider low over the tank.
import { disc, fill, line } from "../svg.mjs";
import { tone } from "../palette.mjs";
import * as part from "./parts.mjs";

export function sport(paint) {
  const [rear, front] = [{ x: 206, y: 406, r: 92 }, { x: 598, y: 406, r: 92 }];
  return [
    part.backdrop(100, 704),
    part.wheel({ ...rear, width: 32, brake: 36, metal: tone.graphite }),
    part.wheel({ ...front, width: 27, brake: 56, metal: tone.graphite }),
    part.chain(rear.x, rear.y, 28, 318, 390, 13),
    fill("M200 394L300 352L330 372L326 402L208 418Z", tone.steel),
    fill("M212 398L304 364L312 376L214 408Z", tone.steelLight),
    disc(rear.x, rear.y, 11, tone.graphite),
    part.fender(rear.x, rear.y, 95, 103, 238, 318, tone.graphite, tone.steelDark),
    part.shock(290, 366, 316, 290, paint.trim),
    // silencer, short and low
    part.exhaust("M440 448H330", 312, 440, 246, 420, { silencer: 38, metal: tone.steel, pipe: 20 }),
    // engine seen through the fairing
    fill("M296 320L420 300L470 360L440 440H330L292 400Z", tone.graphite),
    part.cover(372, 404, 27),
    fill("M362 292C340 316 318 346 310 380C310 396 338 402 344 390C350 362 372 336 410 314L424 284Z", tone.steelDark),
    line("M376 300C352 322 336 346 328 372", tone.steel, 4),
    disc(327, 388, 9, tone.steelLight),
    // fork
    part.fork(front.x, front.y, 528, 254, { kind: "inverted", width: 22, split: 0.5, upper: "#C79A3E" }),
    part.caliper(front.x, front.y, 56, 200),
    fill("M528 346C540 318 572 304 606 308C632 312 652 326 664 342C636 328 600 324 574 334L560 372Z", paint.base),
    line("M566 320C584 312 608 314 626 322", paint.light, 4),
    // tail: high and pointed
    part.plate(144, 238, 30),
    fill("M360 262C300 262 220 222 128 190C118 188 114 194 120 200L196 250C238 276 290 300 352 304Z", paint.base),
    fill("M120 200L196 250C238 276 290 300 352 304L354 288C290 282 226 248 160 212Z", paint.shade),
    fill("M170 210C220 232 280 262 344 270L342 280C280 272 226 246 182 222Z", paint.trim),
    fill("M126 188C116 188 110 194 116 200L140 216L150 200Z", tone.red),
    fill("M240 240C256 222 284 230 312 236C334 240 350 240 364 236L372 268C326 270 276 258 240 240Z", tone.seat),
    fill("M140 194C164 172 206 172 232 190C246 200 256 214 262 232L240 240C212 232 176 216 140 194Z", paint.base),
    fill("M160 190C178 178 206 180 224 192C232 198 238 206 242 214C218 202 190 194 160 190Z", paint.light),
    line("M262 238C290 240 330 250 358 248", tone.seatLight, 4),
    part.indicator(176, 232, 166, 246),
    // tank
    fill("M354 260C356 216 388 190 436 188C474 188 500 202 510 226L488 288L392 300Z", paint.base),
    fill("M354 260C356 248 360 238 364 230C392 262 440 250 506 238L488 288L392 300Z", paint.shade),
    fill("M378 214C394 198 418 194 444 196C466 198 484 206 494 216C456 206 410 206 378 214Z", paint.light),
    // fairing
    fill("M420 274L510 216L560 226C592 236 622 256 640 274C612 290 584 300 560 302C548 330 534 360 506 386C480 420 452 448 428 458H300C292 452 294 446 302 442L388 420C404 396 408 360 404 326Z", paint.base),
    fill("M300 458C292 452 294 446 302 442L388 420C404 404 470 400 516 376L506 386C480 420 452 448 428 458Z", paint.shade),
    fill("M404 326L420 274L510 240L562 244C530 260 500 280 478 310L430 376L398 400C406 376 407 350 404 326Z", paint.trim),
    fill("M404 326L413 296L486 268C468 282 452 298 440 318L404 372C406 356 406 342 404 326Z", paint.deck),
    fill("M446 388L474 340L508 330L492 374L452 414Z", tone.graphite),
    line("M466 388L484 352M482 386L496 350", paint.shade, 5),
    fill("M520 222L560 226C592 236 622 256 640 274L616 272C584 250 552 236 520 232Z", paint.light),
    fill("M578 262C598 258 620 266 638 275C620 284 602 290 584 292C578 284 574 272 578 262Z", tone.graphite),
    fill("M588 268C604 266 620 270 632 276C618 282 604 285 592 286C587 280 585 273 588 268Z", tone.lamp),
    // screen
    fill("M506 220C514 190 530 172 552 168C580 184 602 212 612 246C584 234 546 222 506 220Z", tone.glass, { opacity: 0.85 }),
    line("M518 212C526 194 536 182 552 176", tone.chrome, 4),
    // clip-on
    line("M512 222L488 230", tone.graphite, 9),
    part.grip(458, 234, 494, 224),
    part.mirror(556, 218, 532, 174, { tilt: -24, width: 20, height: 11 }),
  ];
}
