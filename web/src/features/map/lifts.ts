/** A pin on the screen, in pixels: its tip, and the size of its head. */
interface Head {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const gap = 5;
/** A pole longer than this says less about the place than two pins that touch. */
const most = 5;

/** How far each pin must rise so that no head covers another, in the order given. The southernmost stay down. */
export function liftsOf(heads: readonly Head[]): number[] {
  const lifts = heads.map(() => 0);
  const placed: Array<{ x: number; top: number; bottom: number; width: number }> = [];
  const fromSouth = heads.map((head, index) => ({ head, index })).sort((a, b) => b.head.y - a.head.y);
  for (const { head, index } of fromSouth) {
    const step = head.height + gap;
    let lift = 0;
    const covers = () =>
      placed.some(
        (other) =>
          Math.abs(other.x - head.x) < (other.width + head.width) / 2 + gap &&
          head.y - lift > other.top - gap &&
          head.y - lift - head.height < other.bottom + gap,
      );
    for (let tries = 0; covers() && tries < most * 4; tries++) lift += step / 4;
    lifts[index] = Math.round(lift);
    placed.push({ x: head.x, top: head.y - lift - head.height, bottom: head.y - lift, width: head.width });
  }
  return lifts;
}
