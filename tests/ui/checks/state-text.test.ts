import { expect, onTestFinished, test } from 'vitest';
import { STATE_LABELS } from '~/checks/schema';
import { stateText } from '~/checks/screens/finding-texts';
import { textId, currentLanguage, ENGLISH, setLanguage } from '~/language/texts';

/** Values that replace a label's placeholders. */
const VALUES = ['8001', 'Zürich (ZH)', 'Bern', 'BE'];
const filled = (text: string) =>
  text.replace(/\{(\d)\}/g, (_, index: string) => VALUES[Number(index)] ?? '');

test.each(Object.values(STATE_LABELS))('"%s" is shown in the reader\'s language', (label) => {
  const before = currentLanguage();
  onTestFinished(() => setLanguage(before));
  setLanguage(ENGLISH);
  expect(stateText(filled(label))).toBe(filled(label));
  setLanguage({ code: 'de-CH', texts: { [textId(label)]: `de: ${label}` } });
  expect(stateText(filled(label))).toBe(`de: ${filled(label)}`);
});

test('another text stays as it is', () => {
  expect(stateText('Somewhere else')).toBe('Somewhere else');
});
