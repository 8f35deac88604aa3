import { type RefObject, useEffect, useRef } from 'react';

/** So near to an edge, in pixels, what is carried scrolls it; and so fast at the edge itself and beyond, in pixels a second. */
const zone = 48;
const fastest = 900;

/** How fast a pointer at a place pushes between two edges, in pixels a second: below zero towards the first. */
export function pushOf(place: number, first: number, last: number): number {
  const near = (distance: number) => Math.max(0, Math.min(1, (zone - distance) / zone));
  return fastest * (near(last - place) - near(place - first));
}

/** Where a pointer is in the page, and whether it may scroll up and down too. */
interface Pointer {
  readonly x: number;
  readonly y: number;
  readonly down: boolean;
}

/**
 * Scrolls a box while something is carried near one of its edges, also while the pointer stands still there, and says so after
 * each step: another place is under the pointer then. Heads that stay in sight are no part of what scrolls.
 */
export function useEdgeScroll(box: RefObject<HTMLElement | null>, onScrolled: (at: Pointer) => void) {
  const pointer = useRef<Pointer>(undefined);
  const turn = useRef(0);
  const latest = useRef(onScrolled);
  latest.current = onScrolled;

  const stop = () => {
    pointer.current = undefined;
    cancelAnimationFrame(turn.current);
    turn.current = 0;
  };
  // A carrier that goes away leaves nothing running.
  useEffect(() => () => cancelAnimationFrame(turn.current), []);

  const step = (before: number) => (now: number) => {
    const [frame, at] = [box.current, pointer.current];
    const corner = frame?.querySelector('th')?.getBoundingClientRect();
    if (!frame || !at || !corner) return stop();
    const edges = frame.getBoundingClientRect();
    const rightToLeft = frame.matches(':dir(rtl)');
    const seconds = Math.min(0.1, (now - before) / 1000);
    const [left, top] = [frame.scrollLeft, frame.scrollTop];
    frame.scrollLeft +=
      seconds *
      pushOf(at.x, rightToLeft ? edges.left : corner.right, rightToLeft ? corner.left : edges.right);
    if (at.down) frame.scrollTop += seconds * pushOf(at.y, corner.bottom, edges.bottom);
    if (frame.scrollLeft !== left || frame.scrollTop !== top) latest.current(at);
    turn.current = requestAnimationFrame(step(now));
  };
  /** Where what is carried is now. */
  const follow = (at: Pointer) => {
    pointer.current = at;
    if (turn.current === 0) turn.current = requestAnimationFrame(step(performance.now()));
  };
  return { follow, stop };
}
