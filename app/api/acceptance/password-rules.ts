/**
 * The most common leaked passwords of 12 and more characters, and similar ones. The length rule rejects shorter ones.
 */
const COMMON_PASSWORDS = new Set(
  `1q2w3e4r5t6y 1qaz2wsx3edc 1qazxsw23edc abcdefghijkl abcd12345678 administrator adminadmin12
  administrator1 adminpassword asdfghjkl123 asdfghjkl;'# baseball1234 basketball12 changeme1234
  changemeplease condoadmin12 correcthorsebatterystaple football1234 iloveyou1234 iloveyou12345
  iloveyouforever letmein12345 letmeinplease liverpool123 manchester12 manchesterunited mypassword12
  mypassword123 p@ssw0rd1234 p@ssword1234 passw0rd1234 password1234 password12345 password123456
  password2024 password2025 password2026 passwordpassword princess1234 q1w2e3r4t5y6 qazwsxedcrfv
  qwerty123456 qwerty1234567 qwertyqwerty qwertyuiop12 qwertyuiop123 qwertyuiop[] qwertzuiop12
  qwertzuiop123 sunshine1234 superman1234 thisismypassword trustno1trustno1 welcome12345
  welcome123456 zaq12wsxcde3 zxcvbnm12345`.split(/\s+/),
);

const COMMON_MESSAGE = 'This password is too common. Please choose another one';

/**
 * What is wrong with a new password of valid length, or null: it is a common one, the e-mail address itself, a repeated
 * part or a sequence, which password crackers try first (NIST SP 800-63B).
 */
export function findPasswordProblem(password: string, email: string): string | null {
  const text = password.normalize('NFKC').toLowerCase();
  const common =
    COMMON_PASSWORDS.has(text) ||
    text === email.toLowerCase() ||
    /^(.{1,4})\1+.{0,3}$/su.test(text) ||
    isSequence(text);
  return common ? COMMON_MESSAGE : null;
}

/** Whether each character follows or precedes the last: 123456789012, abcdefghijklm. */
function isSequence(text: string): boolean {
  const codes = Array.from(text, (char) => char.codePointAt(0) ?? 0);
  return [1, -1].some((step) =>
    codes.every((code, index) => {
      const before = codes[index - 1];
      return before === undefined || code - before === step || isWrap(before, code, step);
    }),
  );
}

/** After 9 comes 0. */
function isWrap(before: number, code: number, step: number): boolean {
  return step === 1 ? before === 0x39 && code === 0x30 : before === 0x30 && code === 0x39;
}
