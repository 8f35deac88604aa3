import { newPerson } from './support/backstage';
import { expectSound } from './support/sound';
import { expect, test } from './support/test';

// The server answers that there is no such booking, which the browser notes.
test.use({ expectedErrors: [/status of 404/] });

test("somebody else's booking and payment are not there, and nothing of them is told", async ({
  page,
  texts,
  language,
  backstage,
}) => {
  const { t } = texts;
  const owner = await backstage.register();
  const claim = await backstage.claimMotorcycle();
  const { id } = await backstage.book(owner, claim);
  const [booking] = await backstage.bookingsOf(owner);
  const secrets = [booking?.reference ?? '', owner.user.email, claim.name];

  /** Everything that the browser was told, whether it is shown or not. */
  const told: string[] = [];
  page.on('response', async (response) => {
    if (response.url().includes(id)) told.push(await response.text().catch(() => ''));
  });

  await backstage.signIn(page, await backstage.register(newPerson()));
  for (const path of [`/booking/${id}`, `/booking/payment/${id}`, `/booking/payment/${id}?result=success`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: t('payment.notFound.title') })).toBeVisible();
    await expectSound(page, texts, language);
    const shown = await page.content();
    for (const secret of secrets) expect(shown, path).not.toContain(secret);
  }
  // Not even that there is one: what is thanked for is named only to whom it belongs.
  await page.goto(`/booking/thank-you?booking=${id}`);
  await expect(page.getByRole('heading', { name: t('booking.thanks.title') })).toBeVisible();
  await expect(page.getByRole('link', { name: t('booking.thanks.payNow') })).toBeHidden();
  for (const secret of secrets) expect(await page.content()).not.toContain(secret);
  for (const secret of secrets) expect(told.join('\n')).not.toContain(secret);
  expect(told.length).toBeGreaterThan(3);
});

test("a visitor at somebody's booking is asked to sign in, and is told nothing", async ({
  page,
  texts,
  backstage,
}) => {
  const { t } = texts;
  const owner = await backstage.register();
  const claim = await backstage.claimMotorcycle();
  const { id } = await backstage.book(owner, claim);
  for (const path of [`/booking/${id}`, `/booking/payment/${id}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: t('auth.login.title') })).toBeVisible();
    expect(new URL(page.url()).searchParams.get('redirect')).toBe(path);
    expect(await page.content()).not.toContain(claim.name);
  }
});
