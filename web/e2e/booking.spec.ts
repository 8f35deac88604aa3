import { newPerson } from './support/backstage';
import { expect, test } from './support/test';

test.describe('two people want the same motorcycle', () => {
  test.use({ expectedErrors: [/status of 409/] });

  test('the second is told when it is free again, and books that', async ({
    page,
    texts,
    backstage,
    form,
    gateway,
  }) => {
    const [first, second] = [await backstage.register(), await backstage.register()];
    const claim = await backstage.claimMotorcycle();
    await backstage.signIn(page, second);
    await form.open(claim.address);
    await form.extras.first().check();
    await expect(form.submit).toBeEnabled();

    await backstage.book(first, claim);
    await form.submit.click();
    const refusal = form.refusal('booking.refused.conflict.title');
    await expect(refusal).toBeFocused();
    await refusal.getByRole('button', { name: texts.like('booking.refused.conflict.move') }).click();
    await expect(refusal).toBeHidden();
    await expect(form.extras.first()).toBeChecked();
    await expect(form.submit).toBeEnabled();
    await form.submit.click();
    await gateway.arrived();

    const [booking] = await backstage.bookingsOf(second);
    expect(Date.parse(booking?.startDatetime ?? '')).toBeGreaterThanOrEqual(Date.parse(claim.endDatetime));
  });
});

test('pressing twice books once', async ({ page, backstage, form, gateway }) => {
  const session = await backstage.register();
  const claim = await backstage.claimMotorcycle();
  await backstage.signIn(page, session);
  await form.open(claim.address);
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/bookings') sent += 1;
  });
  await form.submit.dblclick();
  await gateway.arrived();
  expect(sent).toBe(1);
  expect(await backstage.bookingsOf(session)).toHaveLength(1);
});

test('a reload keeps what was typed, the password aside', async ({ page, backstage, form }) => {
  const person = newPerson();
  await form.open((await backstage.claimMotorcycle()).address);
  await form.extras.first().check();
  await form.introduce(person);
  await page.reload();
  await form.ready();
  await expect(form.firstName).toHaveValue(person.firstName);
  await expect(form.lastName).toHaveValue(person.lastName);
  await expect(form.email).toHaveValue(person.email);
  await expect(form.phoneNumber).toHaveValue(person.phoneNumber);
  await expect(form.password).toHaveValue('');
  await expect(form.extras.first()).toBeChecked();
});

test('ten in the morning for the server is ten in the morning on the page', async ({ page, backstage }) => {
  const session = await backstage.register();
  // The server reads the claim's 10:00 on Morocco's clock, and the browser shows the instants that it made of it.
  const { id } = await backstage.book(session, await backstage.claimMotorcycle());
  await backstage.signIn(page, session);
  await page.goto(`/booking/${id}`);
  await expect(page.getByRole('article').getByText('10:00', { exact: true })).toHaveCount(2);
});

test.describe('an email that has an account', () => {
  test.use({ expectedErrors: [/status of 409/] });

  test('leads to signing in and back to the form as it was', async ({
    page,
    texts,
    backstage,
    form,
    login,
    gateway,
  }) => {
    const person = newPerson();
    const session = await backstage.register(person);
    await form.open((await backstage.claimMotorcycle()).address);
    const before = decodeURIComponent(page.url());
    await form.extras.first().check();
    await form.introduce(person);
    await form.submit.click();
    const refusal = form.refusal('booking.refused.email.title');
    await expect(refusal).toContainText(person.email);
    await refusal.getByRole('link', { name: texts.t('booking.refused.email.signIn') }).click();
    await login.signIn(person);

    await form.ready();
    expect(decodeURIComponent(page.url())).toBe(before);
    await expect(form.email).toHaveValue(person.email);
    await expect(form.email).toBeDisabled();
    await expect(form.extras.first()).toBeChecked();
    await form.submit.click();
    await gateway.arrived();
    expect(await backstage.bookingsOf(session)).toHaveLength(1);
  });
});

test('what is missing is said beside its field, and nothing is sent', async ({
  page,
  texts,
  backstage,
  form,
}) => {
  await form.open((await backstage.claimMotorcycle()).address);
  await form.submit.click();
  await expect(form.firstName).toBeFocused();
  await expect(form.firstName).toHaveAccessibleDescription(texts.t('errors.fields.REQUIRED'));
  await form.email.fill('leila@');
  await form.password.fill('short');
  await form.submit.click();
  await expect(form.email).toHaveAccessibleDescription(texts.t('errors.fields.INVALID_EMAIL'));
  await expect(form.password).toHaveAttribute('aria-invalid', 'true');
  expect(await backstage.sessionOf(page)).toBeNull();
});
