import { resolverOf, secret, text, type ValuesOf } from '@/lib/form-checks';

/*
 * Messages are the server's own field codes, so that one translation serves both: see
 * `components/form-problem.ts`. Rules: specification section 5.
 */

/** One rule of a password, for the list that ticks itself off. */
export const passwordRules = [
  { key: 'length', met: (password: string) => Array.from(password).length >= 8 },
  { key: 'lower', met: (password: string) => /\p{Ll}/u.test(password) },
  { key: 'upper', met: (password: string) => /\p{Lu}/u.test(password) },
  { key: 'digit', met: (password: string) => /\p{Nd}/u.test(password) },
] as const;

const email = text((value) => {
  if (value === '') return 'REQUIRED';
  // Only what nobody means: whether an address exists, a mail tells.
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(value) ? undefined : 'INVALID_EMAIL';
});

const name = text((value) => {
  if (value === '') return 'REQUIRED';
  return Array.from(value).length > 50 ? 'TOO_LONG' : undefined;
});

const phoneNumber = text((value) =>
  value === '' || /^\+?[\d\s().-]{6,24}$/.test(value) ? undefined : 'INVALID_PHONE',
);

/** A password that exists: its rules were another day's. */
const knownPassword = secret((value) => (value === '' ? 'REQUIRED' : undefined));

const newPassword = secret((value) => {
  if (value === '') return 'REQUIRED';
  return passwordRules.every((rule) => rule.met(value)) ? undefined : 'PASSWORD_WEAK';
});

const loginFields = { email, password: knownPassword };
export type LoginValues = ValuesOf<typeof loginFields>;
export const loginForm = resolverOf(loginFields);

const detailsFields = { firstName: name, lastName: name, phoneNumber };
/** What people change about themselves without a password. */
export type DetailsValues = ValuesOf<typeof detailsFields>;
export const detailsForm = resolverOf(detailsFields);

const registerFields = { firstName: name, lastName: name, email, phoneNumber, password: newPassword };
export type RegisterValues = ValuesOf<typeof registerFields>;
export const registerForm = resolverOf(registerFields);

const forgotPasswordFields = { email };
export type ForgotPasswordValues = ValuesOf<typeof forgotPasswordFields>;
export const forgotPasswordForm = resolverOf(forgotPasswordFields);

const newPasswordFields = { password: newPassword };
export type NewPasswordValues = ValuesOf<typeof newPasswordFields>;
export const newPasswordForm = resolverOf(newPasswordFields);

const changePasswordFields = { currentPassword: knownPassword, newPassword };
export type ChangePasswordValues = ValuesOf<typeof changePasswordFields>;
export const changePasswordForm = resolverOf(changePasswordFields);

const changeEmailFields = { newEmail: email, password: knownPassword };
export type ChangeEmailValues = ValuesOf<typeof changeEmailFields>;
export const changeEmailForm = resolverOf(changeEmailFields);

const deleteAccountFields = { password: knownPassword };
export type DeleteAccountValues = ValuesOf<typeof deleteAccountFields>;
export const deleteAccountForm = resolverOf(deleteAccountFields);
