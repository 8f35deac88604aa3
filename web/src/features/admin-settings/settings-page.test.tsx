import { screen, waitFor, within } from '@testing-library/react';
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

it('has the person choose letters to the franchise, one by one', async () => {
  signInStaff({ role: 'FRANCHISE_ADMIN' }, { permissions: ['USER_UPDATE', 'NOTICE_CHOOSE'] });
  const sent: unknown[] = [];
  let unwanted: string[] = ['franchise_moved'];
  const answer = () =>
    HttpResponse.json({
      data: {
        notices: {
          letters: ['franchise_booking', 'franchise_moved', 'franchise_cancelled'],
          unwanted,
          franchiseEmail: 'atlas@example.com',
        },
      },
    });
  server.use(
    http.get('*/auth/sessions', () => HttpResponse.json({ data: { sessions: [] } })),
    http.get('*/auth/notices', answer),
    http.put('*/auth/notices', async ({ request }) => {
      const body = (await request.json()) as { unwanted: string[] };
      sent.push(body);
      if (body.unwanted.includes('franchise_booking'))
        return HttpResponse.json({ status: 503, code: 'UNAVAILABLE', message: 'Later' }, { status: 503 });
      unwanted = body.unwanted;
      return answer();
    }),
  );
  const { user } = renderSite('/admin/settings');
  const part = within(await screen.findByRole('region', { name: 'Letters about the franchise' }));
  expect(await part.findByRole('checkbox', { name: 'Dates changed' })).not.toBeChecked();
  expect(part.getByText('atlas@example.com')).toBeInTheDocument();
  await user.click(part.getByRole('checkbox', { name: 'Booking cancelled' }));
  await waitFor(() => expect(sent).toEqual([{ unwanted: ['franchise_moved', 'franchise_cancelled'] }]));
  await user.click(part.getByRole('checkbox', { name: 'Dates changed' }));
  await waitFor(() => expect(sent.at(-1)).toEqual({ unwanted: ['franchise_cancelled'] }));
  await user.click(part.getByRole('checkbox', { name: 'New booking' }));
  expect(await part.findByText('Your choice was not kept')).toBeInTheDocument();
  expect(part.getByRole('checkbox', { name: 'New booking' })).toBeChecked();
});

it('is closed to who may not change an account', async () => {
  signInStaff({}, { permissions: ['SUPPLEMENT_LIST'] });
  renderSite('/admin/settings');
  expect(
    await screen.findByRole('heading', { level: 1, name: 'This section is not open to you' }),
  ).toBeInTheDocument();
});
