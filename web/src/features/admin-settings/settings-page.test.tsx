import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { signInStaff } from '@/test/admin';
import { server } from '@/test/server';
import { renderSite } from '@/test/site';

it('is one’s own account inside the admin area, and saves it', async () => {
  const me = signInStaff();
  const sent: unknown[] = [];
  server.use(
    http.get('*/auth/sessions', () => HttpResponse.json({ data: { sessions: [] } })),
    http.put('*/users/:id', async ({ request, params }) => {
      sent.push([params.id, await request.json()]);
      return HttpResponse.json({ data: { user: { ...me, firstName: 'Samira' } } });
    }),
  );
  const { user } = renderSite('/admin/settings');
  expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeInTheDocument();
  for (const name of ['Your details', 'Language', 'Email', 'Password', 'Where you are signed in'])
    expect(screen.getByRole('heading', { level: 2, name })).toBeInTheDocument();
  const firstName = screen.getByRole('textbox', { name: 'First name' });
  await user.clear(firstName);
  await user.type(firstName, 'Samira');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toEqual([[me.id, { firstName: 'Samira', updatedAt: me.updatedAt }]]));
});

it('is closed to who may not change an account', async () => {
  signInStaff({}, { permissions: ['SUPPLEMENT_LIST'] });
  renderSite('/admin/settings');
  expect(
    await screen.findByRole('heading', { level: 1, name: 'This section is not open to you' }),
  ).toBeInTheDocument();
});
