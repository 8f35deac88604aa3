import { existsSync } from 'node:fs';
import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { MotorcycleFeature } from '@/api/types';
import { signInStaff } from '@/test/admin';
import { server } from '@/test/server';
import { renderSite } from '@/test/site';
import { playUploads } from '@/test/uploads';

const id = '019a0000-0000-7000-8000-0000000000e1';

function make(changes: Partial<MotorcycleFeature> = {}): MotorcycleFeature {
  return {
    id,
    name: 'ABS',
    description: '',
    iconUrl: null,
    franchiseId: null,
    createdAt: '2026-01-05T09:00:00Z',
    updatedAt: '2026-01-05T09:00:00Z',
    ...changes,
  };
}

/** One feature; returns what was sent. */
function play(row: MotorcycleFeature) {
  const sent: Record<string, unknown>[] = [];
  const take = async (request: Request) => {
    const body = (await request.json()) as Record<string, unknown>;
    sent.push(body);
    return HttpResponse.json({ data: { motorcycleFeature: { ...row, ...body } } });
  };
  server.use(
    http.get('*/motorcycle-features/:id', () => HttpResponse.json({ data: { motorcycleFeature: row } })),
    http.get('*/motorcycle-features', () =>
      HttpResponse.json({
        data: { motorcycleFeatures: [row], pagination: { page: 1, limit: 25, total: 1, totalPages: 1 } },
      }),
    ),
    http.post('*/motorcycle-features', ({ request }) => take(request)),
    http.put('*/motorcycle-features/:id', ({ request }) => take(request)),
  );
  return sent;
}

beforeEach(() => {
  signInStaff();
});

it('gives a new feature one of the drawings that come with the site', async () => {
  const sent = play(make());
  const { user } = renderSite('/admin/motorcycle-features/add');
  await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'ABS');
  expect(screen.getByRole('radio', { name: 'No icon' })).toBeChecked();
  for (const drawing of screen.getAllByRole('radio').slice(1)) {
    const picture = drawing.closest('label')?.querySelector('img')?.getAttribute('src');
    expect(existsSync(`public${picture}`), `${picture}`).toBe(true);
  }
  await user.click(screen.getByRole('radio', { name: 'Brakes, ABS' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ name: 'ABS', iconUrl: '/pictures/feature-brakes.svg' });
});

it('shows an own picture by its address, and replaces it with one that is uploaded', async () => {
  const sent = play(make({ iconUrl: 'https://example.org/abs.png' }));
  const begun = playUploads();
  const { user } = renderSite(`/admin/motorcycle-features/edit/${id}`);
  const address = await screen.findByRole('textbox', { name: 'Or another picture' });
  expect(address).toHaveValue('https://example.org/abs.png');
  expect(screen.getByRole('img', { name: 'The chosen picture' })).toHaveAttribute(
    'src',
    'https://example.org/abs.png',
  );
  for (const drawing of screen.getAllByRole('radio')) expect(drawing).not.toBeChecked();
  await user.upload(
    screen.getByLabelText('Upload a picture', { selector: 'input' }),
    new File(['x'], 'abs.png', { type: 'image/png' }),
  );
  await waitFor(() => expect(begun).toHaveLength(1));
  expect(begun[0]?.form.get('purpose')).toBe('FEATURE_ICON');
  act(() => begun[0]?.answer(201, { data: { media: { url: '/media/abs/480.png' } } }));
  await waitFor(() => expect(address).toHaveValue('/media/abs/480.png'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ iconUrl: '/media/abs/480.png' });
});

it('takes an icon away', async () => {
  const sent = play(make({ iconUrl: '/pictures/feature-brakes.svg' }));
  const { user } = renderSite(`/admin/motorcycle-features/edit/${id}`);
  expect(await screen.findByRole('radio', { name: 'Brakes, ABS' })).toBeChecked();
  await user.click(screen.getByRole('radio', { name: 'No icon' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ iconUrl: null });
});
