import { act, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { GatewayForm } from './gateway-form';

const launch = { url: 'https://pay.example/page', payload: '{"amount":"19.50"}', signature: 'abc123' };

afterEach(() => vi.useRealTimers());

function formOf(container: HTMLElement): HTMLFormElement {
  const form = container.querySelector('form');
  if (!form) throw new Error('no form');
  return form;
}

it('posts payload and signature to the gateway, and nothing else', () => {
  const { container } = render(<GatewayForm launch={launch}>{null}</GatewayForm>);
  const form = formOf(container);
  expect(form.method).toBe('post');
  expect(form.action).toBe(launch.url);
  expect(form.target).toBe('');
  expect([...new FormData(form)]).toEqual([
    ['payload', launch.payload],
    ['signature', launch.signature],
  ]);
});

it('leaves by itself after a second, once', () => {
  vi.useFakeTimers();
  const submit = vi.spyOn(HTMLFormElement.prototype, 'requestSubmit').mockImplementation(() => {});
  render(
    <GatewayForm auto launch={launch}>
      {null}
    </GatewayForm>,
  );
  act(() => vi.advanceTimersByTime(999));
  expect(submit).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(1));
  expect(submit).toHaveBeenCalledTimes(1);
  act(() => vi.advanceTimersByTime(5000));
  expect(submit).toHaveBeenCalledTimes(1);
});

it('stays when the page is left before', () => {
  vi.useFakeTimers();
  const submit = vi.spyOn(HTMLFormElement.prototype, 'requestSubmit').mockImplementation(() => {});
  const { unmount } = render(
    <GatewayForm auto launch={launch}>
      {null}
    </GatewayForm>,
  );
  unmount();
  vi.advanceTimersByTime(2000);
  expect(submit).not.toHaveBeenCalled();
});

it('puts the page to come back to under the browser’s Back', () => {
  const { container } = render(
    <GatewayForm launch={launch} backTo="/booking/payment/b1">
      {null}
    </GatewayForm>,
  );
  const form = formOf(container);
  form.addEventListener('submit', (event) => event.preventDefault());
  act(() => form.requestSubmit());
  expect(location.pathname).toBe('/booking/payment/b1');
});
