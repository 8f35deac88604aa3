import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { InstantCell } from './cells';

afterEach(() => {
  vi.useRealTimers();
});

it('names the year of an instant only where it is another one on Morocco’s clock', () => {
  vi.useFakeTimers({ now: new Date('2026-12-31T22:59:00Z') });
  const { rerender } = render(<InstantCell value="2026-03-02T09:00:00Z" />);
  expect(screen.getByText('2 Mar, 09:00')).toBeInTheDocument();
  rerender(<InstantCell value="2027-01-02T09:00:00Z" />);
  expect(screen.getByText('2 Jan 2027, 10:00')).toBeInTheDocument();
  vi.setSystemTime(new Date('2026-12-31T23:01:00Z'));
  rerender(<InstantCell value="2027-01-02T09:30:00Z" />);
  expect(screen.getByText('2 Jan, 10:30')).toBeInTheDocument();
});
