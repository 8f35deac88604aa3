// Quad: four fat knobbly tyres, wide fenders, a rack at each end and a bull bar.
import { box, disc, fill, line, tube } from "../svg.mjs";
import { tone } from "../palette.mjs";
import * as part from "./parts.mjs";

export function quad(paint) {
  const [rear, front] = [{ x: 222, y: 410, r: 88 }, { x: 582, y: 410, r: 88 }];
  const far = (wheel) => part.wheel({ ...wheel, x: wheel.x + 34, y: wheel.y - 10, width: 48, rim: "star", metal: tone.steelDark, knobs: true });
  return [
    part.backdrop(112, 722),
    far(rear),
    far(front),
    // chassis
    fill("M232 372H560L548 424C540 436 528 440 512 440H300C270 440 246 420 232 396Z", tone.graphite),
    part.cylinder(400, 380, 84, 96, 8, { metal: tone.steelDark, light: tone.steel, head: tone.graphite }),
    part.cover(386, 402, 26),
    part.shock(560, 400, 524, 292, paint.trim, 20),
    part.shock(250, 396, 288, 300, paint.trim, 20),
    line("M582 410L486 418M222 410L330 414", tone.steelDark, 14),
    part.exhaust("M340 380L300 352", 300, 346, 168, 318, { silencer: 30 }),
    // footwell
    fill("M318 424H486C494 424 498 430 496 438L492 450H322L314 436Z", tone.steelDark),
    line("M330 434H484", tone.steelLight, 4, { "stroke-dasharray": "8 7" }),
    // bull bar
    line("M616 302L686 308C694 312 696 322 694 334L680 380L606 384M692 340L640 340", tone.graphite, 10),
    // rear fender
    fill("M112 330C122 288 158 262 214 262H330L346 300C330 306 322 320 318 340L310 372L294 380C290 330 258 304 222 304C186 304 158 320 144 344Z", paint.base),
    fill("M144 344C158 320 186 304 222 304C258 304 290 330 294 380L310 372L318 340C321 326 326 314 334 306C300 290 260 286 214 288C170 290 134 306 112 330Z", paint.shade),
    line("M150 298C170 280 196 274 224 274H300", paint.light, 5),
    fill("M112 330L120 306L140 312L136 336Z", tone.red),
    // front fender
    fill("M440 320L470 262H586C640 264 682 288 700 332L668 344C650 318 620 304 584 304C540 304 510 330 506 384L484 378C478 352 466 332 440 320Z", paint.base),
    fill("M440 320L450 300C480 300 494 300 520 292C600 276 660 290 700 332L668 344C650 318 620 304 584 304C540 304 510 330 506 384L484 378C478 352 466 332 440 320Z", paint.shade),
    line("M486 274H584C612 274 638 284 656 298", paint.light, 5),
    fill("M640 280C664 288 684 304 694 324L672 328C660 312 650 302 634 296Z", tone.graphite),
    fill("M646 287C662 294 676 304 684 317L672 320C663 309 653 301 642 296Z", tone.lamp),
    // body between
    fill("M306 288H470L440 342C420 356 372 360 344 348L316 330Z", paint.trim),
    fill("M330 326H450L440 342C420 356 372 360 344 348L324 335Z", paint.deck),
    // tank and hood
    fill("M376 284C382 252 412 234 452 230L536 222C556 224 566 236 566 262L470 284L420 300Z", paint.base),
    fill("M376 284C378 276 381 269 385 263C430 276 500 262 565 250L566 262L470 284L420 300Z", paint.shade),
    fill("M410 250C424 240 446 237 470 235L528 229C540 231 548 236 551 242C506 240 450 242 410 250Z", paint.light),
    // seat
    fill("M214 258C216 238 236 234 270 236C310 238 350 250 388 246L400 262L392 290H240C222 288 212 276 214 258Z", tone.seat),
    line("M232 254C280 246 330 266 380 260", tone.seatLight, 4),
    // racks
    line("M132 262L150 282M190 246L192 268", tone.graphite, 7),
    line("M112 240H222M112 240L104 256H214", tone.graphite, 8),
    line("M604 246V272M660 250L650 284", tone.graphite, 7),
    line("M560 236H682L694 254H584", tone.graphite, 8),
    // steering column and bar
    line("M530 240L500 176", tone.graphite, 15),
    fill("M486 170C498 156 520 152 534 164L548 190L530 206L500 200Z", paint.base),
    fill("M494 186L548 190L530 206L500 200Z", paint.shade),
    line("M506 178C498 158 486 150 468 154", tone.graphite, 9),
    part.grip(440, 164, 476, 153),
    part.mirror(490, 156, 486, 112),
    // near wheels
    part.wheel({ ...rear, width: 48, rim: "star", metal: tone.steelLight, knobs: true }),
    part.wheel({ ...front, width: 48, rim: "star", metal: tone.steelLight, knobs: true }),
  ];
}
