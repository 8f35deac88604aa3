import * as z from 'zod/mini';

/*
 * Messages are the server's own field codes, so that one translation serves both: see
 * `components/form-problem.ts`. Rules: specification section 5.
 */

/** One rule of a password, for the list that ticks itself off. */
export const passwordRules = [
  { key: 'length', met: (password: string) => password.length >= 8 },
  { key: 'lower', met: (password: string) => /[a-z]/.test(password) },
  { key: 'upper', met: (password: string) => /[A-Z]/.test(password) },
  { key: 'digit', met: (password: string) => /\d/.test(password) },
] as const;

const email = z
  .string()
  .check(z.trim(), z.minLength(1, { error: 'REQUIRED', abort: true }), z.email({ error: 'INVALID_EMAIL' }));

const name = z
  .string()
  .check(z.trim(), z.minLength(1, { error: 'REQUIRED' }), z.maxLength(50, { error: 'TOO_LONG' }));

export const loginSchema = z.object({
  email,
  password: z.string().check(z.minLength(1, { error: 'REQUIRED' })),
});

export type LoginValues = z.infer<typeof loginSchema>;

/** A person without a password: also what a signed-in person's booking form shows. */
export const contactSchema = z.object({
  firstName: name,
  lastName: name,
  email,
  phoneNumber: z.string().check(
    z.trim(),
    z.refine((value) => value === '' || /^\+?[\d\s().-]{6,24}$/.test(value), {
      error: 'INVALID_PHONE',
    }),
  ),
});

const newPassword = z.string().check(
  z.minLength(1, { error: 'REQUIRED', abort: true }),
  z.refine((value) => passwordRules.every((rule) => rule.met(value)), {
    error: 'PASSWORD_WEAK',
  }),
);

export const registerSchema = z.extend(contactSchema, { password: newPassword });

export type RegisterValues = z.infer<typeof registerSchema>;

export const forgotPasswordSchema = z.object({ email });

export type ForgotPasswordValues = z.infer<typeof forgotPasswordSchema>;

export const newPasswordSchema = z.object({ password: newPassword });

export type NewPasswordValues = z.infer<typeof newPasswordSchema>;
