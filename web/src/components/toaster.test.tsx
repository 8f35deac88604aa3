import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { notify, useNotices } from './notify';
import { Toaster } from './toaster';

beforeEach(() => {
  vi.useFakeTimers();
  useNotices.setState({ list: [] });
  render(<Toaster />);
});
afterEach(() => vi.useRealTimers());

function pass(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

it('shows a toast for six seconds', () => {
  act(() => notify({ tone: 'success', title: 'Saved' }));
  expect(screen.getByText('Saved')).toBeInTheDocument();
  pass(5_999);
  expect(screen.getByText('Saved')).toBeInTheDocument();
  pass(1);
  expect(screen.queryByText('Saved')).toBeNull();
});

it('waits while somebody points at it', () => {
  act(() => notify({ tone: 'info', title: 'Read me' }));
  const toast = screen.getByRole('listitem');
  fireEvent.pointerEnter(toast);
  pass(60_000);
  expect(screen.getByText('Read me')).toBeInTheDocument();
  fireEvent.pointerLeave(toast);
  pass(6_000);
  expect(screen.queryByText('Read me')).toBeNull();
});

it('keeps the three newest and closes on demand', () => {
  act(() => {
    for (const title of ['1', '2', '3', '4']) notify({ tone: 'danger', title });
  });
  expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    '2Close',
    '3Close',
    '4Close',
  ]);
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  expect(screen.queryByText('2')).toBeNull();
});

it('runs its action once and leaves', () => {
  const onClick = vi.fn();
  act(() => notify({ tone: 'success', title: 'Cancelled', action: { label: 'Undo', onClick } }));
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(onClick).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('Cancelled')).toBeNull();
});
