import type { Page } from '@playwright/test';
import { cards } from './pages/gateway-page';
import { type Backstage, dayFromToday, newPerson, type Session } from './support/backstage';
import { expectReadable, expectSound } from './support/sound';
import { expect, test } from './support/test';

/** In Marrakech, beside the Koutoubia. */
const position = { latitude: 31.62407, longitude: -7.99362 };
const here = { lat: position.latitude, lng: position.longitude };
const street = '12, rue de la Liberté, Guéliz, Marrakech';

/** Whom the form has signed in. */
async function account(page: Page, backstage: Backstage): Promise<Session> {
  const session = await backstage.sessionOf(page);
  if (!session) throw new Error('nobody is signed in');
  return session;
}

test.describe('where the person is', () => {
  test.use({ geolocation: position, permissions: ['geolocation'] });

  test('a visitor near a motorcycle has it wait right there', async ({
    page,
    texts,
    language,
    backstage,
    home,
    results,
    form,
    gateway,
    payment,
  }, { project, config }) => {
    const { t, like } = texts;
    const sound = () => expectSound(page, texts, language);
    await home.open();
    await home.place.click();
    await home.places.getByRole('option', { name: t('search.place.near') }).click();
    await expect(home.place).not.toHaveValue('');
    // Every project on days of its own, so that none takes another's motorcycle.
    const start = 70 + 3 * config.projects.findIndex(({ name }) => name === project.name);
    await home.chooseDays(dayFromToday(start), dayFromToday(start + 2));
    await home.search();
    await expect(results.heading).toBeVisible();
    await expect(page).toHaveURL(/location=current:31\.62\d*(,|%2C)-7\.99/);
    await sound();
    await results.cards
      .first()
      .getByRole('link', { name: like('results.card.bookNamed') })
      .click();

    await form.ready();
    await expect(form.here).toBeChecked();
    await form.introduce(newPerson());
    await sound();
    await form.submit.click();
    await gateway.arrived();
    await expectReadable(page);
    await gateway.pay(cards.approved);
    const id = await payment.returned('success');
    await expect(payment.confirmed).toBeVisible();
    await sound();
    const [booking] = await backstage.bookingsOf(await account(page, backstage));
    expect(booking).toMatchObject({ id, bookingType: 'AUTONOM', bookingStatus: 'CONFIRMED' });
    expect(booking?.customerCoordinates?.lat).toBeCloseTo(here.lat, 4);
    expect(booking?.customerCoordinates?.lng).toBeCloseTo(here.lng, 4);
  });

  test('a signed-in person chooses it in the form', async ({
    page,
    texts,
    language,
    backstage,
    form,
    gateway,
    payment,
    myBookings,
  }) => {
    const session = await backstage.register();
    const { address, name } = await backstage.claimMotorcycle();
    await backstage.signIn(page, session);
    await form.open(address);
    await expect(form.parkingPoint.first()).toBeChecked();
    await form.here.click();
    await expect(form.here).toBeChecked();
    await expect(page).toHaveURL(/location=current:31\.62407(,|%2C)-7\.99362/);
    await page.reload();
    await form.ready();
    await expect(form.here).toBeChecked();
    await expectSound(page, texts, language);
    await form.submit.click();
    await gateway.pay(cards.approved);
    await payment.returned('success');
    await expect(payment.confirmed).toBeVisible();
    await page.goto('/my-bookings');
    await expect(myBookings.next).toContainText(name);
    await expectSound(page, texts, language);
    expect(await backstage.bookingsOf(session)).toMatchObject([
      { bookingType: 'AUTONOM', bookingStatus: 'CONFIRMED', customerCoordinates: here },
    ]);
  });
});

test('a device that does not say where it is leaves the other ways', async ({
  page,
  texts,
  language,
  backstage,
  form,
  gateway,
}) => {
  await backstage.signIn(page, await backstage.register());
  await form.open((await backstage.claimMotorcycle()).address);
  await form.here.click();
  await expect(page.getByText(texts.t('booking.where.refused'))).toBeVisible();
  await expect(form.parkingPoint.first()).toBeChecked();
  await expectSound(page, texts, language);
  await form.submit.click();
  await gateway.arrived();
});

test('a visitor has it brought to an address, and pays from the page of thanks', async ({
  page,
  texts,
  language,
  backstage,
  form,
  gateway,
  payment,
}) => {
  const { t } = texts;
  const sound = () => expectSound(page, texts, language);
  const person = newPerson();
  await form.open((await backstage.claimMotorcycle()).address);
  await form.bringTo(street);
  await form.introduce(person);
  await sound();
  await form.submit.click();
  await page.waitForURL('**/booking/thank-you**');
  await expect(page.getByRole('heading', { level: 1, name: t('booking.thanks.title') })).toBeFocused();
  const session = await account(page, backstage);
  const [asked] = await backstage.bookingsOf(session);
  expect(asked).toMatchObject({
    bookingType: 'DELIVERY',
    bookingStatus: 'PENDING_PAYMENT',
    customerLocation: street,
  });
  expect(await backstage.paymentsOf(session, asked?.id ?? '')).toEqual([]);
  await sound();
  await page.getByRole('link', { name: t('booking.thanks.payNow') }).click();
  await expect(payment.pay).toBeVisible();
  await sound();
  await payment.pay.click();
  await gateway.pay(cards.approved);
  expect(await payment.returned('success')).toBe(asked?.id);
  await expect(payment.confirmed).toBeVisible();
});

test('a signed-in person who shares an address has it brought there, and pays later', async ({
  page,
  texts,
  language,
  backstage,
  form,
  gateway,
  payment,
}) => {
  const { t } = texts;
  const session = await backstage.register();
  const { addressAt, name } = await backstage.claimMotorcycle();
  await backstage.signIn(page, session);
  await form.open(addressAt(`address:${street}`));
  await expect(form.deliverTo).toHaveValue(street);
  await form.submit.click();
  await page.waitForURL('**/booking/thank-you**');
  await page
    .getByRole('main')
    .getByRole('link', { name: t('nav.myBookings') })
    .click();
  const row = page.getByRole('listitem').filter({ hasText: street });
  await expect(row).toContainText(name);
  await expectSound(page, texts, language);
  await row.getByRole('link', { name: new RegExp(`^${t('bookings.pay')}`) }).click();
  await payment.pay.click();
  await gateway.pay(cards.approved);
  const id = await payment.returned('success');
  await payment.showBooking.click();
  await expect(page.getByRole('article')).toContainText(street);
  await expectSound(page, texts, language);
  expect(await backstage.bookingsOf(session)).toMatchObject([
    { id, bookingType: 'DELIVERY', bookingStatus: 'CONFIRMED' },
  ]);
});
