// City: a light commuter with an upright bar, a long bench, a rear rack and one finned cylinder.
import { disc, fill, line, tube } from "../svg.mjs";
import { tone } from "../palette.mjs";
import * as part from "./parts.mjs";

export function city(paint) {
  const [rear, front] = [{ x: 212, y: 414, r: 84 }, { x: 592, y: 414, r: 84 }];
  return [
    part.backdrop(110, 690),
    part.wheel({ ...rear, width: 20, rim: "wire" }),
    part.wheel({ ...front, width: 18, rim: "wire" }),
    // rear fender, under the bench
    part.fender(rear.x, rear.y, 87, 98, 186, 312, paint.base, paint.light),
    part.plate(124, 372, 10),
    fill("M118 352L134 338L146 350L130 368Z", tone.red),
    // chain case and swingarm
    fill("M196 402C196 390 206 388 216 390L330 396C344 398 346 424 330 426L216 434C202 434 196 424 196 414Z", tone.steelDark),
    line("M214 402L326 408", tone.steel, 4),
    disc(rear.x, rear.y, 11, tone.steelLight),
    part.shock(206, 402, 238, 290, tone.steelLight, 15),
    // frame
    line("M508 232L476 258L330 272L190 268M330 272L334 410L440 430L488 254", tone.graphite, 11),
    // engine
    part.cylinder(430, 366, 74, 112, 12),
    fill("M322 372C326 358 338 354 352 354H440C460 356 470 370 470 392C470 420 456 432 434 432H346C324 432 316 414 316 396Z", tone.steelDark),
    fill("M330 376C334 366 342 362 354 362H438C450 364 458 372 458 388H328Z", tone.steel),
    part.cover(356, 400, 26),
    part.cover(424, 400, 20, tone.graphite, tone.steelDark),
    // carburettor and side panel
    line("M400 322H372", tone.graphite, 18),
    fill("M286 292C284 284 290 280 298 280H364C374 280 378 286 376 294L366 338C364 346 358 348 350 348H318C308 348 300 342 298 334Z", paint.trim),
    fill("M290 306L372 312L366 338C364 346 358 348 350 348H318C308 348 300 342 298 334Z", paint.deck),
    line("M312 298H352", paint.base, 6),
    // exhaust: a long straight pipe
    part.exhaust("M450 330C484 340 490 396 472 424C458 442 440 444 410 446L340 448", 330, 448, 170, 440, { silencer: 24 }),
    part.peg(340, 438),
    // leg guard, as sold with every commuter
    line("M490 270C516 292 518 340 500 366C490 380 484 388 478 398", tone.steelLight, 7),
    // fork and fender
    part.fork(front.x, front.y, 510, 196, { width: 16, split: 0.52 }),
    part.fender(front.x, front.y, 87, 97, 190, 318, paint.base, paint.light),
    line("M570 358L556 330M592 414L520 386", tone.steelLight, 4),
    // rack
    line("M154 262L232 258M168 262L206 300M188 262L226 298", tone.graphite, 6),
    line("M146 250H236", tone.steelLight, 8),
    // bench
    fill("M226 286C204 280 200 262 216 252C250 240 300 248 340 244C366 242 380 250 388 262L384 284C336 284 270 294 226 286Z", tone.seat),
    line("M224 264C270 256 330 264 372 258", tone.seatLight, 4),
    line("M222 284C270 292 336 282 384 282", paint.trim, 4),
    // tank
    fill("M364 280C362 246 384 220 430 212C470 206 500 214 510 236C508 258 484 274 446 282C418 286 388 286 364 280Z", paint.base),
    fill("M364 280C364 272 366 264 369 257C410 268 470 262 510 236C508 258 484 274 446 282C418 286 388 286 364 280Z", paint.shade),
    fill("M388 240C402 222 430 216 460 218C478 219 490 223 498 229C460 222 414 226 388 240Z", paint.light),
    fill("M370 256C410 266 466 260 508 236L506 247C466 268 410 274 366 266Z", paint.trim),
    line("M428 210H444", tone.steelLight, 9),
    // headlight, clock, bar
    part.headlight(540, 224, 27, paint.base),
    line("M520 230L530 262", tone.graphite, 5),
    part.indicator(522, 250, 536, 266),
    part.indicator(220, 292, 190, 300),
    fill("M508 190C508 172 524 164 538 172L532 192Z", tone.graphite),
    line("M512 194C508 168 490 156 460 162", tone.steelLight, 8),
    part.grip(430, 172, 468, 160),
    part.mirror(480, 158, 480, 112),
  ];
}
