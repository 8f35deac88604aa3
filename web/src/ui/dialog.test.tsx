import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Dialog } from './dialog';

function renderDialog(open = true) {
  const onOpenChange = vi.fn();
  const show = (next: boolean) => (
    <Dialog
      open={next}
      onOpenChange={onOpenChange}
      title="Cancel?"
      description="All is refunded"
      closeLabel="Close"
    />
  );
  const { rerender } = render(show(open));
  return { onOpenChange, rerender: (next: boolean) => rerender(show(next)) };
}

it('is there only while open, and says its name and text', () => {
  const { rerender } = renderDialog(false);
  expect(screen.queryByRole('dialog')).toBeNull();
  rerender(true);
  expect(screen.getByRole('dialog', { name: 'Cancel?' })).toHaveAccessibleDescription('All is refunded');
  rerender(false);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('leaves closing by Escape to its owner', () => {
  const { onOpenChange } = renderDialog();
  const dialog = screen.getByRole('dialog');
  // What the browser sends for Escape.
  const cancel = createEvent('cancel', dialog, { cancelable: true });
  fireEvent(dialog, cancel);
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
  expect(cancel.defaultPrevented).toBe(true);
});

it('closes by its button and by a press beside it, not inside it', () => {
  const { onOpenChange } = renderDialog();
  fireEvent.mouseDown(screen.getByText('All is refunded'));
  expect(onOpenChange).not.toHaveBeenCalled();
  fireEvent.mouseDown(screen.getByRole('dialog'));
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onOpenChange.mock.calls).toEqual([[false], [false]]);
});

it('is not closed by the second half of the double press that opened it', () => {
  const { onOpenChange } = renderDialog();
  fireEvent.mouseDown(screen.getByRole('dialog'), { detail: 2 });
  expect(onOpenChange).not.toHaveBeenCalled();
});
