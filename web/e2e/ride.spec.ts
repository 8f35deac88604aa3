import { dayFromToday, newPerson } from './support/backstage';
import { expectReadable, expectSound, expectSpoken } from './support/sound';
import { expect, test } from './support/test';

/** Every project rides somewhere else, so that none takes another's motorcycle. */
const cities: Record<string, 'Casablanca' | 'Marrakech' | 'Agadir' | 'Tangier' | 'Fez' | 'Rabat'> = {
  'en-desktop': 'Casablanca',
  'en-phone': 'Marrakech',
  'fr-desktop': 'Agadir',
  'fr-phone': 'Tangier',
  'ar-desktop': 'Fez',
  'ar-phone': 'Rabat',
};

/** The centimes of an amount, however the language writes it. */
function centimes(text: string | null): number {
  return Number((text ?? '').replace(/\D/g, ''));
}

test('a visitor finds a motorcycle, opens an account, books, pays and holds the plate in hand', async ({
  page,
  texts,
  language,
  header,
  home,
  results,
  form,
  gateway,
  payment,
  myBookings,
}, { project }) => {
  const { t } = texts;
  const sound = () => expectSound(page, texts, language);
  const city = t(`search.city.${cities[project.name] ?? 'Casablanca'}`);
  const person = newPerson();

  const place = await test.step('home', async () => {
    await home.open();
    await sound();
    const chosen = await home.choosePlace(city);
    await home.chooseDays(dayFromToday(10), dayFromToday(13));
    await home.search();
    return chosen;
  });

  await test.step('results', async () => {
    await expect(results.heading).toContainText(place);
    await expect(results.cards.first()).toBeVisible();
    await sound();
    await results.only('SCOOTER');
    await sound();
  });

  const card = results.selfService.first();
  const name = (await card.getAttribute('aria-label')) ?? '';
  await test.step('motorcycle', async () => {
    await card.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    const book = page
      .getByRole('link', { name: t('motorcycle.price.book') })
      .or(page.getByRole('link', { name: t('results.card.book'), exact: true }))
      .filter({ visible: true });
    await expect(book).toBeVisible();
    await sound();
    await book.click();
  });

  await test.step('booking form', async () => {
    await form.ready();
    await form.parkingPoint.first().check();
    await form.extras.first().check();
    await form.introduce(person);
    await expect(form.submit).toBeEnabled();
    await sound();
    await form.submitAndLook(() => expectSpoken(page, texts, language));
  });

  let paid = 0;
  await test.step('gateway', async () => {
    await gateway.arrived();
    await expectReadable(page);
    paid = centimes(await gateway.amount.textContent());
    await gateway.pay('4111 1111 1111 1111');
  });

  await test.step('payment', async () => {
    await payment.returned('success');
    await expect(payment.confirmed).toBeVisible();
    const summary = page.getByRole('complementary', { name: t('payment.summary.title') });
    await expect(summary).toContainText(t('status.booking.CONFIRMED'));
    const total = summary.getByRole('term').filter({ hasText: t('booking.price.total') });
    // One price: what is shown is what the gateway took (D1).
    expect(centimes(await total.locator('xpath=../dd').textContent())).toBe(paid);
    await sound();
  });

  await test.step('my bookings', async () => {
    await header.follow('nav.myBookings');
    await expect(myBookings.next).toContainText(name);
    await expect(myBookings.next).toContainText(t('status.booking.CONFIRMED'));
    // A Moroccan plate: number, letter, number of the town.
    await expect(myBookings.fact('bookings.plate')).toHaveText(/^\d+\D+\d+$/);
    await sound();
    await myBookings.next.getByRole('link', { name: t('bookings.open') }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(
      page
        .getByRole('alert')
        .or(page.getByRole('status'))
        .filter({ hasText: t('bookings.step.ready') }),
    ).toBeVisible();
    await sound();
  });
});
