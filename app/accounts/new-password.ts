import { z } from '~/fields/zod';
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from '~/fields/limits';
import { emailAddress } from '~/fields/field';
import { ruleViolation, rule } from '~/language/rules';
import type { Sentence } from '~/language/sentence';
import { ruleOf } from '~/language/sentence-reading';

const invalidLink = rule('unknown_link');

export const linkTokenSchema = z.string().min(20, invalidLink).max(200, invalidLink);

export const linkTokenQuerySchema = z.object({ token: linkTokenSchema });

/** Passwords of 12 and more characters that crackers try first. The length rule rejects shorter ones. */
const COMMON_PASSWORDS = new Set(
  `1q2w3e4r5t6y 1q2w3e4r5t6y7u 1qaz2wsx3edc 1qazxsw23edc 1qaz2wsx3edc4rfv abcdefghijkl abcd12345678 abc123abc123
  asdfghjkl123 asdfghjkl;'# asdfasdfasdf baseball1234 basketball12 batman123456 bonjour12345 changeme1234
  changemeplease changethisnow charlie12345 chocolate123 christmas2025 computer1234 correcthorsebatterystaple
  dragon123456 einszweidrei football1234 fussball1234 geheim123456 hallohallo12 hello1234567
  helloworld12 iloveyou1234 iloveyou12345 iloveyouforever internet1234 jesuschrist1 julien123456 letmein12345
  letmeinplease letmeinnow12 liverpool123 manchester12 manchesterunited master123456 michael12345 monkey123456
  motdepasse12 motdepasse123 mypassword12 mypassword123 nopassword12 ilovemyfamily p@ssw0rd1234 p@ssword1234
  passw0rd1234 password1234 password12345 password123456 password2024 password2025 password2026
  princess1234 q1w2e3r4t5y6 qazwsxedcrfv qwer1234qwer qwerty123456 qwerty1234567 qwertyqwerty qwertyuiop12
  qwertyuiop123 qwertyuiop[] qwertzuiop12 qwertzuiop123 qwertzuiop1! schatz123456 schweiz12345 secret123456
  sommer123456 starwars1234 summer202512 sunshine1234 superman1234 switzerland1 thisisasecret thisismypassword
  test12345678 testtesttest trustno1trustno1 welcome12345 welcome123456 willkommen12 willkommen123 winter202512
  yellow123456 zaq12wsxcde3 zaq1zaq1zaq1 zuerich12345 zxcvbnm12345 zxcvbnmasdfghjkl`.split(/\s+/),
);

/** The product's names. A password made only of these is rejected, whatever characters separate them. */
const PRODUCT_WORDS = /^(condos?|admin(istrator)?|panel|demo|super|root|user|password|passwort)+$/;

/** True for passwords that crackers try early (NIST SP 800-63B), such as repeated parts and sequences. */
function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  return (
    COMMON_PASSWORDS.has(text) ||
    PRODUCT_WORDS.test(lettersOf(text)) ||
    PRODUCT_WORDS.test(lettersOf(withoutSubstitutes(text))) ||
    /^(.{1,4})\1+.{0,3}$/su.test(text) ||
    isSequence(text)
  );
}

/** Replaces signs that stand for letters, as in p@ssw0rd. */
function withoutSubstitutes(text: string): string {
  return text.replaceAll('@', 'a').replaceAll('0', 'o').replaceAll('$', 's');
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}]/gu, '');
}

/** True if each character follows or precedes the one before it: 123456789012, abcdefghijklm. */
function isSequence(text: string): boolean {
  const codes = Array.from(text, (char) => char.codePointAt(0) ?? 0);
  return [1, -1].some((step) =>
    codes.every((code, index) => {
      const before = codes[index - 1];
      return before === undefined || code - before === step || isWrap(before, code, step);
    }),
  );
}

/** True for the step between 9 and 0 of a sequence of digits, in either direction. */
function isWrap(before: number, code: number, step: number): boolean {
  return step === 1 ? before === 0x39 && code === 0x30 : before === 0x30 && code === 0x39;
}

export const passwordRequired = rule('required', { field: 'Password' });
export const passwordTooLong = rule('too_long', { field: 'Password', max: PASSWORD_MAX_CHARS });

export const newPasswordSchema = z
  .string(passwordRequired)
  .min(PASSWORD_MIN_CHARS, {
    ...rule('too_short', { field: 'Password', min: PASSWORD_MIN_CHARS }),
    abort: true,
  })
  .max(PASSWORD_MAX_CHARS, { ...passwordTooLong, abort: true })
  .refine((password) => !isCommonPassword(password), rule('common_password'));

const COMMON = ruleViolation('common_password');

/**
 * Returns the problem with a new password for this account, or null. The account's e-mail address is no
 * good password either.
 */
export function findPasswordProblem(password: string, email: string): Sentence | null {
  const [issue] = newPasswordSchema.safeParse(password).error?.issues ?? [];
  if (issue) return ruleOf(issue) ?? COMMON;
  return password.normalize('NFKC').toLowerCase() === email.toLowerCase() ? COMMON : null;
}

export const setPasswordFormSchema = z.object({ password: newPasswordSchema });

export const setPasswordPayloadSchema = setPasswordFormSchema
  .extend({ token: linkTokenSchema })
  .meta({ id: 'SetPasswordPayload' });
export type SetPasswordPayload = z.infer<typeof setPasswordPayloadSchema>;

export const passwordLinkSchema = z.object({ email: z.string() }).meta({ id: 'PasswordLink' });

export const forgotPasswordSchema = z
  .object({ email: emailAddress })
  .meta({ id: 'ForgotPassword' });
export type ForgotPassword = z.infer<typeof forgotPasswordSchema>;
