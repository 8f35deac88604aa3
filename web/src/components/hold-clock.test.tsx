import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HoldClock, useSecondsUntil } from './hold-clock';

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime('2026-07-01T10:00:00Z');
});
afterEach(() => vi.useRealTimers());

function Clock({ until }: { until: string }) {
  const seconds = useSecondsUntil(until);
  return seconds > 0 ? <HoldClock seconds={seconds} /> : <p>{'over'}</p>;
}

it('counts minutes and seconds down to the end', () => {
  render(<Clock until="2026-07-01T10:14:32Z" />);
  expect(screen.getByRole('timer')).toHaveTextContent('Pay to keep it:14:32left');
  act(() => vi.advanceTimersByTime(33_000));
  expect(screen.getByRole('timer')).toHaveTextContent('13:59');
  act(() => vi.advanceTimersByTime(14 * 60_000));
  expect(screen.getByText('over')).toBeInTheDocument();
});

it('speaks at ten, five, two and one minutes only', () => {
  const { container } = render(<Clock until="2026-07-01T10:14:00Z" />);
  const spoken = () => container.querySelector('[aria-live]')?.textContent;
  expect(spoken()).toBe('');
  act(() => vi.advanceTimersByTime(4 * 60_000));
  expect(spoken()).toBe('10 minutes left to pay.');
  act(() => vi.advanceTimersByTime(60_000));
  expect(spoken()).toBe('10 minutes left to pay.');
  act(() => vi.advanceTimersByTime(8 * 60_000));
  expect(spoken()).toBe('1 minute left to pay.');
});

it('shows hours of a long hold', () => {
  render(<Clock until="2026-07-02T09:05:00Z" />);
  expect(screen.getByRole('timer')).toHaveTextContent('23 h 05 min');
});
