// Trail: tall and narrow, a beak above the wheel, knobbly tyres, a long fork and a high silencer.
import { disc, fill, line, tube } from "../svg.mjs";
import { tone } from "../palette.mjs";
import * as part from "./parts.mjs";

export function trail(paint) {
  const [rear, front] = [{ x: 196, y: 402, r: 92 }, { x: 618, y: 394, r: 100 }];
  return [
    part.backdrop(92, 726),
    part.wheel({ ...rear, width: 25, rim: "wire", knobs: true, brake: 30 }),
    part.wheel({ ...front, width: 23, rim: "wire", knobs: true, brake: 36 }),
    part.chain(rear.x, rear.y, 25, 324, 378, 13),
    // swingarm
    fill("M190 390L316 350L336 390L200 416Z", tone.steel),
    line("M210 396L312 362", tone.steelLight, 5),
    disc(rear.x, rear.y, 10, tone.graphite),
    part.shock(296, 372, 322, 274, paint.trim),
    // silencer, tucked up high under the tail
    part.exhaust("M440 296C470 310 466 346 430 346C380 346 340 330 312 306", 310, 300, 196, 258, { silencer: 32, metal: tone.steel }),
    // frame
    line("M520 220L480 252L346 262L208 226M346 262L330 386L400 430L474 414L512 250", tone.graphite, 12),
    // engine
    part.cylinder(428, 350, 68, 112, 8),
    fill("M330 366C334 350 346 344 362 344H442C462 346 474 360 472 384C470 408 456 420 434 420H354C330 420 324 402 324 388Z", tone.steelDark),
    fill("M340 366C344 356 352 352 364 352H440C452 354 460 362 460 378H336Z", tone.steel),
    part.cover(366, 388, 26),
    part.cover(430, 386, 20, tone.graphite, tone.steelDark),
    // skid plate
    fill("M344 422L478 408L498 366L508 372L492 424C488 434 480 438 470 438H372C358 438 350 434 344 422Z", tone.steelLight),
    line("M376 430H468L490 400", tone.steel, 3),
    part.peg(338, 412),
    // fork and beak
    part.fork(front.x, front.y, 526, 176, { kind: "gaiter", width: 19, split: 0.36 }),
    part.caliper(front.x, front.y, 36, 205),
    fill("M522 252C548 236 580 234 612 240C658 248 706 270 738 302C694 286 652 278 614 276C580 274 552 278 536 286Z", paint.base),
    fill("M536 286C552 278 580 274 614 276C652 278 694 286 738 302C724 288 708 276 690 266C640 260 580 258 530 270Z", paint.shade),
    line("M556 248C584 244 614 248 640 256", paint.light, 4),
    // tail and rear fender
    fill("M330 250C280 252 214 236 166 212C138 204 116 206 100 218C128 222 148 230 176 246L240 270C276 284 320 288 346 284L360 252Z", paint.base),
    fill("M100 218C128 222 148 230 176 246L240 270C276 284 320 288 346 284L350 272C300 276 240 258 196 240C160 224 128 214 100 218Z", paint.shade),
    fill("M280 252L352 252L340 314L320 316Z", paint.trim),
    fill("M104 216L130 206L144 214L122 224Z", tone.red),
    part.plate(146, 238, 26),
    part.indicator(182, 250, 172, 266),
    // bench
    fill("M166 212C200 206 250 226 300 232C344 236 380 224 412 204L424 222C400 246 368 258 334 260C280 258 220 238 166 212Z", tone.seat),
    line("M206 220C250 236 310 246 350 238C376 232 396 222 412 212", tone.seatLight, 4),
    // tank and shroud
    fill("M396 216C420 194 462 190 496 198L522 206L516 246C494 270 462 280 424 284L382 254Z", paint.base),
    fill("M438 226L522 208L540 244L500 330C494 338 484 338 480 330L446 286Z", paint.trim),
    fill("M500 330C494 338 484 338 480 330L446 286L442 254L532 258Z", paint.deck),
    fill("M452 236L516 222L526 242L494 304L462 274Z", paint.base),
    fill("M414 210C438 198 466 196 494 204L504 209L440 222L400 244L392 236Z", paint.light),
    line("M452 192H468", tone.graphite, 10),
    // number board with its light, bar and hand guards
    line("M520 220L548 226M524 244L556 240", tone.graphite, 8),
    fill("M526 168C542 158 562 164 572 178L592 236C588 250 566 256 548 252L528 214Z", paint.base),
    fill("M552 190L578 196L588 226C584 236 568 238 556 234Z", tone.lamp),
    fill("M526 168C542 158 562 164 572 178L574 184C558 176 540 178 528 186Z", paint.light),
    line("M526 178C516 154 500 146 478 148", tone.graphite, 9),
    part.grip(450, 156, 486, 147),
    part.handGuard(450, 158, paint.base, paint.shade),
    part.mirror(494, 148, 484, 104),
    part.indicator(540, 214, 528, 226),
  ];
}
