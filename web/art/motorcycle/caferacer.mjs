// Cafe racer: a long flat line from tank to hump, low clip-on bars, wire wheels, a megaphone silencer.
import { disc, fill, line, tube } from "../svg.mjs";
import { tone } from "../palette.mjs";
import * as part from "./parts.mjs";

export function cafeRacer(paint) {
  const [rear, front] = [{ x: 204, y: 406, r: 92 }, { x: 608, y: 406, r: 92 }];
  return [
    part.backdrop(98, 710),
    part.wheel({ ...rear, width: 24, rim: "wire" }),
    part.wheel({ ...front, width: 22, rim: "wire", brake: 44 }),
    part.chain(rear.x, rear.y, 26, 322, 392, 13),
    line("M204 406L330 392", tone.steel, 16),
    line("M210 402L322 390", tone.steelLight, 4),
    disc(rear.x, rear.y, 11, tone.steelLight),
    part.shock(206, 396, 246, 284, paint.trim, 16),
    // frame
    line("M512 228L470 262L340 274L176 264M340 274L330 400L356 440H450L504 250M214 276L318 372", tone.graphite, 11),
    // engine: an upright twin
    part.cylinder(404, 362, 92, 108, 6),
    fill("M304 372C308 358 322 352 340 352H440C462 354 472 370 472 394C472 424 456 438 432 438H336C312 438 298 418 298 396Z", tone.steel),
    fill("M312 378C316 366 326 360 340 360H438C452 362 460 374 460 392H308Z", tone.steelLight),
    part.cover(348, 402, 30),
    part.cover(424, 404, 22, tone.steelDark, tone.steelLight),
    line("M372 394H404", tone.steelDark, 3),
    // carburettor with an open trumpet
    line("M374 314H350", tone.steelDark, 17),
    line("M344 300V328", tone.chrome, 7),
    fill("M262 286H330L318 346C310 352 296 350 288 342Z", paint.trim),
    fill("M274 314L324 316L318 346C310 352 296 350 288 342Z", paint.deck),
    // exhaust: swept pipe and reverse-cone megaphone
    tube("M440 304C486 306 500 352 486 402C476 436 452 450 412 450H330", tone.steelLight, tone.chrome, 14),
    fill("M340 442L168 424C158 424 154 430 154 440C154 450 158 456 168 456L340 460Z", tone.steel),
    fill("M340 444L168 427C162 428 159 431 158 436L340 450Z", tone.chrome),
    fill("M166 424L146 430V450L166 456Z", tone.graphite),
    part.peg(290, 420),
    // fork
    part.fork(front.x, front.y, 514, 204, { kind: "gaiter", width: 18, split: 0.5 }),
    part.caliper(front.x, front.y, 44, 205),
    part.fender(front.x, front.y, 95, 102, 226, 304, tone.steelLight, tone.chrome),
    line("M574 362L556 330M608 406L596 312", tone.steelDark, 5),
    // hump seat
    fill("M150 262C138 240 146 212 172 206C210 202 236 214 256 240L262 272L176 280C164 278 156 272 150 262Z", paint.base),
    fill("M150 262C196 268 236 262 259 256L262 272L176 280C164 278 156 272 150 262Z", paint.shade),
    fill("M160 228C166 214 190 210 210 216C226 222 236 232 244 242C220 226 186 220 160 228Z", paint.light),
    fill("M152 252C194 258 232 252 256 244L258 254C234 262 196 268 152 262Z", paint.trim),
    fill("M152 226C144 228 140 240 144 250L158 248L160 228Z", tone.red),
    fill("M246 240C258 252 300 256 346 248L366 256L362 278H258C244 272 240 254 246 240Z", tone.seat),
    line("M258 256C290 266 330 262 356 256", tone.seatLight, 4),
    part.plate(162, 276, 16),
    part.indicator(190, 280, 180, 294),
    // tank: long, flat, dented for the knees
    fill("M348 272C340 244 350 222 380 214C420 206 478 204 508 220C520 228 520 244 508 254C480 274 440 282 398 282C378 284 354 284 348 272Z", paint.base),
    fill("M348 272C346 266 345 260 345 254C372 258 384 248 410 246C450 244 486 250 514 238C515 244 512 251 508 254C480 274 440 282 398 282C378 284 354 284 348 272Z", paint.shade),
    fill("M362 234C376 220 420 214 460 215C482 216 496 220 504 226C462 220 404 224 362 234Z", paint.light),
    line("M346 250C372 252 386 240 412 238C450 236 486 242 516 230", paint.trim, 7),
    line("M430 206H448", tone.chrome, 9),
    // lamp, clip-on
    part.headlight(546, 230, 30, paint.base),
    fill("M508 204C510 186 526 180 540 188L534 208Z", tone.graphite),
    line("M512 216L490 222", tone.steelDark, 8),
    part.grip(458, 226, 496, 218),
    part.mirror(464, 224, 446, 190, { width: 15, height: 11, tilt: -16 }),
    part.indicator(528, 240, 526, 262),
  ];
}
