// Touring: a tall screen, panniers and a top box, a deep seat for two and a large tank.
import { box, disc, fill, line } from "../svg.mjs";
import { tone } from "../palette.mjs";
import * as part from "./parts.mjs";

export function touring(paint) {
  const [rear, front] = [{ x: 214, y: 406, r: 92 }, { x: 624, y: 406, r: 92 }];
  return [
    part.backdrop(92, 726),
    part.wheel({ ...rear, width: 30, metal: tone.steel, brake: 36 }),
    part.wheel({ ...front, width: 25, metal: tone.steel, brake: 52 }),
    // shaft drive
    fill("M204 388C214 378 232 382 240 390L340 372L344 404L240 424C224 432 204 426 200 412Z", tone.steelDark),
    line("M238 402L336 384", tone.steel, 5),
    disc(rear.x, rear.y, 14, tone.steelLight),
    // engine
    line("M520 240L480 270L346 300L330 400L360 440H456L496 300", tone.graphite, 12),
    part.cylinder(420, 356, 92, 100, 14, { metal: tone.steelDark, light: tone.steel, head: tone.graphite }),
    fill("M318 366C322 350 336 346 352 346H452C474 348 486 366 484 392C482 422 466 440 440 440H350C326 440 310 420 310 394Z", tone.steelDark),
    fill("M328 370C332 360 340 356 352 356H450C464 358 472 370 472 388H322Z", tone.steel),
    part.cover(358, 402, 29),
    part.cover(432, 402, 23, tone.graphite, tone.steelDark),
    part.exhaust("M460 322C500 336 508 400 482 432C466 448 444 452 410 454L340 456", 330, 452, 176, 428, { silencer: 32 }),
    // crash bar
    line("M506 300C530 326 530 384 506 412L448 434", tone.steelLight, 8),
    part.peg(332, 430),
    // fork
    part.fork(front.x, front.y, 528, 196, { kind: "inverted", width: 22, split: 0.5 }),
    part.caliper(front.x, front.y, 52, 200),
    part.fender(front.x, front.y, 95, 106, 206, 312, paint.base, paint.light),
    line("M584 360L566 326", paint.shade, 9),
    // tail, rack and light
    fill("M366 280C310 300 250 280 182 262L168 284C220 312 300 326 366 316Z", paint.shade),
    part.plate(152, 300, 14),
    // top box
    line("M150 258H246M168 260L186 284M214 260L238 284", tone.graphite, 9),
    fill("M116 250C108 214 116 178 136 166H222C238 168 244 176 244 190V236C244 246 238 252 228 252Z", paint.base),
    fill("M113 222H244V236C244 246 238 252 228 252L116 250C114 240 113 231 113 222Z", paint.shade),
    box(112, 210, 132, 11, 3, tone.graphite),
    fill("M128 186C132 178 138 176 146 176H212C220 178 226 182 228 190Z", paint.light),
    box(170, 206, 22, 20, 4, tone.steelLight),
    fill("M114 226H132V242H117Z", tone.red),
    // seat for two
    fill("M240 262C244 240 262 236 290 242C314 248 322 262 344 266C364 270 384 262 398 254L404 284C368 300 300 300 252 288C242 284 238 274 240 262Z", tone.seat),
    line("M254 260C280 252 304 268 330 278C354 284 376 280 392 272", tone.seatLight, 4),
    // pannier
    fill("M142 292C142 280 150 274 162 274H272C284 274 292 282 290 294L280 366C278 380 268 388 254 388H182C168 388 158 380 154 368Z", paint.base),
    fill("M147 326H286L280 366C278 380 268 388 254 388H182C168 388 158 380 154 368Z", paint.shade),
    fill("M144 306H289L287 320H146Z", paint.trim),
    line("M164 286H264", paint.light, 5),
    box(206, 300, 26, 26, 5, tone.graphite),
    line("M212 313H226", tone.steelLight, 4),
    fill("M146 340L156 336L160 358L153 362Z", tone.red),
    // side panel
    fill("M316 296L398 288L372 344H336C326 330 318 314 316 296Z", paint.trim),
    fill("M326 320L384 316L372 344H336C332 337 329 329 326 320Z", paint.deck),
    // tank and fairing
    fill("M388 270C392 222 424 198 470 198C500 200 520 212 528 230L500 292L420 306C402 300 390 288 388 270Z", paint.base),
    fill("M404 222C420 206 444 202 470 206C492 208 508 216 516 226C476 212 436 212 404 222Z", paint.light),
    fill("M388 270C388 264 389 258 391 252C420 280 470 264 520 248L500 292L420 306C402 300 390 288 388 270Z", paint.shade),
    fill("M452 262L532 210C560 206 588 216 612 240C634 250 662 262 684 282C650 284 612 284 584 292C566 312 544 332 516 346C496 352 482 344 474 328Z", paint.base),
    fill("M474 328L468 308C520 322 560 290 600 268C640 262 664 270 684 282C650 284 612 284 584 292C566 312 544 332 516 346C496 352 482 344 474 328Z", paint.shade),
    fill("M460 284L456 270L536 220L560 222C530 240 500 268 460 284Z", paint.light),
    fill("M472 312C520 302 556 278 584 250L600 256C570 292 524 314 477 325Z", paint.trim),
    fill("M568 226C584 222 600 230 612 244C608 256 592 264 574 264C564 252 562 238 568 226Z", tone.graphite),
    fill("M576 234C588 232 598 238 604 246C600 254 590 257 578 256C573 249 572 241 576 234Z", tone.lamp),
    part.indicator(506, 300, 524, 312),
    // screen
    fill("M520 214C508 176 508 138 524 110C544 126 572 170 588 222C566 208 544 208 520 214Z", tone.glass, { opacity: 0.85 }),
    line("M528 200C520 172 520 148 528 126", tone.chrome, 4),
    // bar with hand guard
    line("M518 208C510 184 500 174 478 176", tone.graphite, 9),
    part.grip(452, 184, 488, 175),
    part.handGuard(452, 188, paint.base, paint.shade),
    part.mirror(496, 176, 486, 132),
  ];
}
