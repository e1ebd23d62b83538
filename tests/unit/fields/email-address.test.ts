import { domainToASCII } from 'node:url';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { asciiEmail } from '~/fields/email-address';
import { shownEmail } from '~/fields/shown-email';
import { emailAddress } from '~/fields/field';
import { readSettings } from '~/platform/settings.server';

const stored = (email: string) => emailAddress.safeParse(email).data ?? null;

// Values by hand, from the registries' own converters.
it.each([
  ['info@müller.example', 'info@xn--mller-kva.example'],
  [' info@MÜLLER.example ', 'info@xn--mller-kva.example'],
  ['info@mu\u0308ller.example', 'info@xn--mller-kva.example'],
  ['info@xn--mller-kva.example', 'info@xn--mller-kva.example'],
  ['verwaltung@büro.zürich.example', 'verwaltung@xn--bro-hoa.xn--zrich-kva.example'],
  ['a@straße.example', 'a@xn--strae-oqa.example'],
  ['a@genève.example', 'a@xn--genve-6ra.example'],
  ['a@città.example', 'a@xn--citt-3na.example'],
  ['a@пример.рф', 'a@xn--e1afmkfd.xn--p1ai'],
  ['a@例え.テスト', 'a@xn--r8jz45g.xn--zckzah'],
  ['Anna@Example.ch', 'Anna@Example.ch'],
  ['anna@müller', null],
  ['anna@müller.example:25', null],
  ['anna@müller.example/x', null],
  ['anna@müller .example', null],
  ['anna@@müller.example', null],
  ['@müller.example', null],
  ['ann\u0430@example.ch', null],
  ['anna@１２７.0.0.1', null],
  [`${'x'.repeat(240)}@müller.example`, null],
])('%s is stored as %s', (typed, expected) => {
  expect(stored(typed)).toBe(expected);
});

it.each([
  ['info@xn--mller-kva.example', 'info@müller.example'],
  ['info@XN--MLLER-KVA.example', 'info@müller.example'],
  ['a@xn--bro-hoa.xn--zrich-kva.example', 'a@büro.zürich.example'],
  ['a@xn--strae-oqa.example', 'a@straße.example'],
  ['Anna@Example.ch', 'Anna@Example.ch'],
  // "аррӏе" in Cyrillic letters, an "a" that is Cyrillic, and a "ı" without its dot look like others.
  ['a@xn--80ak6aa92e.example', 'a@xn--80ak6aa92e.example'],
  ['a@xn--pple-43d.example', 'a@xn--pple-43d.example'],
  ['a@xn--mgros-n4a.example', 'a@xn--mgros-n4a.example'],
  // No punycode, and punycode that no domain has.
  ['a@xn--.example', 'a@xn--.example'],
  ['a@xn--abc.example', 'a@xn--abc.example'],
  ['xn--mller-kva@example.ch', 'xn--mller-kva@example.ch'],
])('%s is shown as %s', (kept, expected) => {
  expect(shownEmail(kept)).toBe(expected);
});

const LETTERS = Array.from('abcdeghmnorstuz0123äöüéèàçñßøåłœ');
const label = fc
  .array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 20 })
  .map((letters) => letters.join(''));
const domain = fc.tuple(label, label, fc.constantFrom('ch', 'example')).map((all) => all.join('.'));
const local = fc.constantFrom('info', 'Anna.Meier', 'a+b', "o'neil");

it('each domain is stored in the one form of the standard, and shown as it was written', () => {
  fc.assert(
    fc.property(local, domain, (name, written) => {
      const ascii = `${name}@${domainToASCII(written)}`;
      const spellings = [written, written.toUpperCase(), written.normalize('NFD')];
      // "SS" is no other spelling of "ß", but another domain.
      const same = spellings.filter(
        (one) => !written.includes('ß') || one !== written.toUpperCase(),
      );
      for (const one of same) {
        expect(stored(`${name}@${one}`)?.toLowerCase()).toBe(ascii.toLowerCase());
      }
      expect(stored(ascii)).toBe(ascii);
      expect(shownEmail(ascii)).toBe(`${name}@${written}`);
    }),
  );
});

it('the shown address is always the stored one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
      const ascii = asciiEmail(`info@${text}.example`);
      expect(asciiEmail(shownEmail(ascii))).toBe(ascii);
    }),
  );
});

it('the settings take both spellings', () => {
  const settings = readSettings({
    ADMIN_EMAIL: 'admin@müller.example',
    MAIL_FROM: 'Müller & Söhne <post@müller.example>',
  });
  expect(settings.adminEmail).toBe('admin@xn--mller-kva.example');
  expect(settings.mailFrom).toBe('Müller & Söhne <post@xn--mller-kva.example>');
});
