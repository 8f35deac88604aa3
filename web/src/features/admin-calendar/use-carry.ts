import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { FleetEntry, FleetRow } from '@/api/types';
import type { Ghost } from './fleet-row';
import { carriedBy, covers, movable, placeIn, type Window } from './window';

/** From so many pixels on a press is a drag. */
const dragFrom = 6;

export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** An entry on its way: from the cell that it was taken at, to the one that it would be put down at. */
interface Carried {
  readonly entry: FleetEntry;
  /** Whose it is. The row itself may be scrolled out of sight on the way. */
  readonly row: FleetRow;
  readonly from: Cell;
  readonly to: Cell;
  /** By keyboard it is carried until Enter or Escape, by mouse until the button is let go. */
  readonly byKeys: boolean;
}

/** Puts an entry down: so many columns onward, at a row of the fleet. */
export type PutDown = (row: FleetRow, entry: FleetEntry, columns: number, to: FleetRow) => void;

/**
 * Carries rentals and blocks over the grid: with the mouse, or with Alt and arrows and then Enter. Nothing is done by it but
 * to say where something was put down. A block stays with its motorcycle.
 */
export function useCarry(window: Window, rowAt: (index: number) => FleetRow | undefined, onPutDown: PutDown) {
  const [carried, setCarried] = useState<Carried>();
  const pressed = useRef<{ entry: FleetEntry; row: FleetRow; from: Cell; x: number; y: number }>(undefined);
  /** A drag ends with a click that means nothing. */
  const dragged = useRef(false);

  const move = (to: Cell) =>
    setCarried(
      (now) => now && { ...now, to: now.entry.kind === 'BLOCK' ? { ...to, row: now.from.row } : to },
    );
  const stop = () => {
    pressed.current = undefined;
    setCarried(undefined);
  };
  const putDown = () => {
    stop();
    if (!carried) return;
    const { entry, row, from, to } = carried;
    const target = rowAt(to.row);
    if (target && (from.row !== to.row || from.column !== to.column))
      onPutDown(row, entry, to.column - from.column, target);
  };

  /** Takes up what can be moved of a cell. */
  const takeUp = (from: Cell, to: Cell) => {
    const now = new Date();
    const row = rowAt(from.row);
    const entry = row?.entries.find((one) => {
      const place = placeIn(window, one, now);
      return movable(one, now) && place !== undefined && covers(place, from.column);
    });
    if (!row || !entry) return false;
    setCarried({
      entry,
      row,
      from,
      to: entry.kind === 'BLOCK' ? { ...to, row: from.row } : to,
      byKeys: true,
    });
    return true;
  };

  const onPointerDown = (event: PointerEvent, at: Cell | undefined) => {
    dragged.current = false;
    const id = (event.target as HTMLElement).closest<HTMLElement>('[data-entry]')?.dataset.entry;
    const row = at && rowAt(at.row);
    const entry = row?.entries.find((one) => one.id === id);
    if (!row || !entry || event.pointerType !== 'mouse' || !movable(entry)) return;
    pressed.current = { entry, row, from: at, x: event.clientX, y: event.clientY };
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>, at: Cell | undefined) => {
    const press = pressed.current;
    if (!press || !at) return;
    if (carried) {
      if (at.row !== carried.to.row || at.column !== carried.to.column) move(at);
    } else if (Math.hypot(event.clientX - press.x, event.clientY - press.y) >= dragFrom) {
      dragged.current = true;
      event.currentTarget.setPointerCapture(event.pointerId);
      setCarried({ entry: press.entry, row: press.row, from: press.from, to: press.from, byKeys: false });
      move(at);
    }
  };
  const onPointerUp = () => {
    if (pressed.current) putDown();
  };
  /** Keys while something is carried; true when one was for that. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (!carried) return false;
    if (event.key === 'Escape') stop();
    else if (event.key === 'Enter' || event.key === ' ') putDown();
    else return false;
    event.preventDefault();
    return true;
  };

  const period = carried && carriedBy(window, carried.entry, carried.to.column - carried.from.column);
  const placed = carried && placeIn(window, { ...carried.entry, ...period }, new Date());
  const ghost: Ghost | undefined = carried && placed && { entry: carried.entry, placed };

  return {
    carried,
    /** When it is, where it would be put down. */
    period,
    ghost,
    /** Whether the click that follows a drag is to be passed over. */
    wasDragged: () => dragged.current,
    takeUp,
    move,
    stop,
    onPointerDown,
    onPointerMove,
    onPointerUp,
    onKeyDown,
  };
}
