import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { setTexts } from '@/test/i18n';
import { Trans } from './trans';

it('puts elements where the text names them, in the order of each language', async () => {
  const sentence = () =>
    render(
      <p data-testid="p">
        <Trans
          i18nKey="auth.register.agree"
          // biome-ignore lint/a11y/useAnchorContent: the text brings it.
          components={{ terms: <a href="/terms" />, privacy: <a href="/privacy" /> }}
        />
      </p>,
    );
  const { unmount } = sentence();
  expect(screen.getByTestId('p')).toHaveTextContent(
    'By creating an account you accept the terms of service and the privacy policy.',
  );
  expect(screen.getByRole('link', { name: 'privacy policy' })).toHaveAttribute('href', '/privacy');
  unmount();
  await setTexts('ar');
  sentence();
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/terms',
    '/privacy',
  ]);
  expect(screen.getByTestId('p').textContent).not.toContain('<');
});

it('lets an element bring its own content', () => {
  const { container } = render(
    <Trans i18nKey="auth.forgot.sent.lead" components={{ email: <b>{'salma@example.com'}</b> }} />,
  );
  expect(container.querySelector('b')).toHaveTextContent('salma@example.com');
  expect(container.textContent).not.toContain('<');
});
