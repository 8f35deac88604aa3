// Scooter: small wheels, a flat floor to step through, a wide apron and a rounded tail.
import { disc, fill, line, oval, tube } from "../svg.mjs";
import { tone } from "../palette.mjs";
import * as part from "./parts.mjs";

export function scooter(paint) {
  return [part.backdrop(130, 690), scooterFigure(paint)];
}

/** The machine without its card, for scenes. */
export function scooterFigure(paint) {
  const [rear, front] = [{ x: 232, y: 432, r: 66 }, { x: 606, y: 432, r: 66 }];
  return [
    part.wheel({ ...rear, width: 28, rim: "star", metal: tone.steelLight }),
    part.wheel({ ...front, width: 26, rim: "star", metal: tone.steelLight, brake: 30 }),
    // swing engine and silencer
    fill("M218 416C246 392 320 390 360 402L368 440C330 452 268 452 226 448C206 444 204 428 218 416Z", tone.steelDark),
    fill("M228 420C252 402 300 400 336 408L338 422C300 420 262 424 232 434Z", tone.steel),
    part.exhaust("M352 446C326 456 306 456 286 452", 290, 448, 196, 434, { silencer: 34, metal: tone.steel, light: tone.chrome }),
    disc(rear.x, rear.y, 12, tone.graphite),
    part.shock(208, 420, 200, 350, tone.steelLight, 15),
    // fork
    part.fork(front.x, front.y, 556, 300, { width: 18, split: 0.7 }),
    part.caliper(front.x, front.y, 30, 200),
    // front fender
    fill("M540 420C538 372 572 348 612 350C654 352 682 380 684 414C672 396 650 380 618 376C590 374 566 388 562 424Z", paint.base),
    fill("M540 420C540 396 548 378 560 366C556 388 558 404 562 424Z", paint.shade),
    line("M568 366C586 354 616 352 640 362", paint.light, 4),
    // floor and its fairing
    fill("M348 402H516C532 402 540 390 542 374L560 384C560 414 546 440 516 442H372C352 442 342 420 348 402Z", paint.shade),
    line("M362 402H512", tone.graphite, 9),
    line("M372 424H506", paint.base, 5),
    // apron: the shield in front of the knees, with a second-tone inside
    fill("M506 406C532 396 528 350 518 300C508 250 506 212 514 186L544 182C552 220 566 262 580 306C590 340 588 378 560 398C546 408 520 412 506 406Z", paint.base),
    fill("M506 406C532 396 528 350 518 300C508 250 506 212 514 186L526 184C520 214 524 252 534 300C544 348 546 390 526 408C518 409 511 408 506 406Z", paint.trim),
    fill("M544 182C552 220 566 262 580 306C588 332 588 362 574 384C578 340 566 300 554 262C544 230 538 204 536 183Z", paint.light),
    fill("M564 300C572 296 580 308 580 324C578 330 570 328 566 320Z", tone.amber),
    // tail
    fill("M188 290C160 300 152 338 166 372C176 398 204 402 232 382C262 362 300 372 318 402C330 420 352 420 362 402C372 372 380 340 382 296C330 276 240 276 188 290Z", paint.base),
    fill("M166 372C176 398 204 402 232 382C262 362 300 372 318 402C330 420 352 420 362 402C368 384 373 364 377 342C360 372 336 372 312 354C276 330 222 340 166 372Z", paint.shade),
    fill("M184 300C240 284 330 286 374 304L373 318C320 300 240 300 176 318Z", paint.trim),
    line("M190 330C214 322 238 320 262 322", paint.light, 5),
    fill("M166 306C154 314 152 332 158 346L172 342C170 328 172 316 182 306Z", tone.red),
    oval(170, 356, 9, 6, tone.amber),
    part.plate(154, 366, 14),
    // seat
    fill("M176 284C168 262 182 254 206 256C246 258 262 246 300 246C344 246 388 258 396 280C398 292 390 298 378 298C316 286 242 286 190 294C182 294 178 290 176 284Z", tone.seat),
    line("M196 266C246 270 262 258 302 258C336 258 364 264 380 276", tone.seatLight, 4),
    tube("M170 288C150 280 146 262 160 252L198 250", tone.steel, tone.chrome, 8),
    // headset
    line("M526 190L520 154", tone.graphite, 16),
    fill("M494 152C496 136 516 126 542 128C566 130 582 144 582 164C582 184 566 194 546 194C524 194 508 182 500 172C494 166 493 158 494 152Z", paint.base),
    fill("M500 172C520 178 550 176 582 160V164C582 184 566 194 546 194C524 194 508 182 500 172Z", paint.shade),
    part.headlight(564, 162, 21, paint.shade),
    part.grip(468, 152, 502, 148),
    part.mirror(516, 138, 508, 92, { stalk: tone.steel }),
  ];
}
