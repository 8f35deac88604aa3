import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Code } from './code';

it('is written from left to right, and an Arabic letter in it leaves the figures where they are', () => {
  const { container } = render(<Code>{'12345-أ-6'}</Code>);
  expect(container.firstChild).toHaveAttribute('dir', 'ltr');
  expect(container).toHaveTextContent('12345-أ-6');
  expect([...container.querySelectorAll('bdi bdi')].map((part) => part.textContent)).toEqual(['أ']);
});
