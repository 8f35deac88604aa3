import { BookingForm } from './pages/booking-form';
import { Header } from './pages/header';
import { newPerson } from './support/backstage';
import { expectSound } from './support/sound';
import { expect, test } from './support/test';
import { type Language, readTexts } from './support/texts';

const names: Record<Language, string> = { en: 'English', fr: 'Français', ar: 'العربية' };

test('another language in the middle of the form keeps the address and all that was typed', async ({
  page,
  language,
  texts,
  backstage,
  form,
  gateway,
  isMobile,
}) => {
  const person = newPerson();
  const { addressAt } = await backstage.claimMotorcycle();
  const address = '12, rue de la Liberté، حي جليز، Marrakech';
  await form.open(addressAt(`address:${address}`));
  await form.extras.first().check();
  await form.introduce(person);
  const before = page.url();

  // Through the other two and back to the first: in each the form is as it was, also what no reload would keep.
  const others = (Object.keys(names) as Language[]).filter((one) => one !== language);
  let spoken = texts;
  for (const next of [...others, language]) {
    await new Header(page, spoken, isMobile).speak(names[next]);
    spoken = readTexts(next);
    const said = new BookingForm(page, spoken);
    await said.ready();
    await expect(said.firstName).toHaveValue(person.firstName);
    await expect(said.lastName).toHaveValue(person.lastName);
    await expect(said.email).toHaveValue(person.email);
    await expect(said.phoneNumber).toHaveValue(person.phoneNumber);
    await expect(said.password).toHaveValue(person.password);
    await expect(said.deliverTo).toHaveValue(address);
    await expect(said.extras.first()).toBeChecked();
    expect(page.url()).toBe(before);
    await expectSound(page, spoken, next);
  }
  await form.submit.click();
  await page.waitForURL('**/booking/thank-you**');
  const session = await backstage.sessionOf(page);
  if (!session) throw new Error('nobody is signed in');
  expect(await backstage.bookingsOf(session)).toMatchObject([{ customerLocation: address }]);
  await expect(gateway.page.getByRole('heading', { level: 1 })).toHaveText(texts.t('booking.thanks.title'));
});

test('the language that was chosen is spoken after a reload', async ({
  page,
  language,
  texts,
  backstage,
  isMobile,
  form,
}) => {
  const other: Language = language === 'ar' ? 'fr' : 'ar';
  const { firstName } = newPerson();
  await form.open((await backstage.claimMotorcycle()).address);
  await form.firstName.fill(firstName);
  await new Header(page, texts, isMobile).speak(names[other]);
  await page.reload();
  const said = new BookingForm(page, readTexts(other));
  await said.ready();
  await expect(said.firstName).toHaveValue(firstName);
  await expectSound(page, readTexts(other), other);
});
