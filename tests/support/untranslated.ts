import { afterAll, afterEach, beforeEach, inject } from 'vitest';
import { BULK_COLUMNS } from '~/imports/bulk-columns';
import { ENCODINGS } from '~/imports/schema';
import { readSentence } from '~/language/sentence';
import { textId, ENGLISH, setLanguage, setSentenceReader, type Texts } from '~/language/texts';
import { api } from './stub-transport';
import { followTexts, isFunction, isRead, replace } from './written-texts';

/**
 * Screens are tested in English with marks around each text of a catalogue. The marks are removed when
 * a text reaches the page, so a text without marks did not come from a catalogue. Texts of the API and
 * the session, sent texts and typed texts are data.
 */

/** A text of a catalogue, between characters that occur nowhere else. */
const MARKED = /\uE000[^\uE000\uE001]*\uE001/;
/** Text between the values of a sentence: "Delete " and "?" */
const BETWEEN_VALUES = /[^{}#]+(?![^{]*\})/g;

const SCREENS = /tests\/ui\/(?!kit|language|rpc)/;
const WORD = /[A-Za-z]{2,}/;
const texts = markedCatalogue(inject('texts'));

/** Names, formats and addresses, which are the same in each language; and what tests render themselves. */
const SAME_EVERYWHERE = [
  'Condo Admin',
  'CSV',
  'XLSX',
  ...ENCODINGS,
  'KB',
  'https://',
  'Firefox',
  'Windows',
  'Tab',
  'unknown',
  'ada@example.com',
  'Example AG',
  'Some text',
  'Seestrasse 7',
  'https://seestrasse.example.ch',
  'JBSWY3DPEHPK3PXP',
];
// An announcement of an earlier test may come after its end.
const OF_TESTS =
  /^(?:At|.* · Condo Admin|\/[\w/]*|Second Factor|Save|Set up first|Leave and come back|Go on|Before|Deleted?|Ada|Alps|Buildings|Invitations|toString|constructor|Bad Request|\d selected\. Press Enter for what can be done\.|[\w-]+\.(?:csv|xlsx?|json|png|jpg|webp))$/i;
/** Sentences of the API with a value that is English: its codes name the value. */
const OF_THE_API = /^(?:image file \(JPEG, PNG, or WebP\)|it was deleted again later|id "\d": .*)$/;

let watching = false;
const unmarked = new Map<string, string>();
const shownTexts = new Set<string>();
const data = new Set<string>();

const stopFollowing = followTexts((text, where) => {
  const shown = text.replace(/[\uE000\uE001]/g, '');
  if (!watching || !WORD.test(shown)) return shown;
  // What did not come from a catalogue: data, or a text that nobody can translate.
  const parts = text.split(MARKED).filter((part) => WORD.test(part));
  if (where === 'value') data.add(shown);
  // Radix reads toasts out as they are on the page.
  else if (text !== shown) shownTexts.add(shown);
  if (isRead(where)) for (const part of parts) unmarked.set(part, `${where}: ${shown}`);
  return shown;
});
const stopMarking = markFormats();

afterAll(() => {
  stopFollowing();
  stopMarking();
});

beforeEach(({ task }) => {
  watching = SCREENS.test(task.file.filepath);
  if (!watching) return;
  unmarked.clear();
  // Of an earlier test's screen.
  document.title = '';
  for (const text of SAME_EVERYWHERE) data.add(text);
  // What the columns of files are called there.
  if (task.file.filepath.includes('/imports/')) addData(BULK_COLUMNS);
  api.listen(addData);
  setLanguage({ code: ENGLISH.code, texts });
  setSentenceReader(readSentence);
});

afterEach((context) => {
  if (!watching) return;
  watching = false;
  setLanguage(ENGLISH);
  setSentenceReader();
  const known = [...data].join('\n');
  const lines = [...unmarked].flatMap(([part, where]) =>
    isData(part.trim(), known) ? [] : `"${part}" of ${where}`,
  );
  // Fails the test, but still lets the other hooks clean up after it.
  context.expect.soft(lines, 'Texts that did not pass through a catalogue').toEqual([]);
});

/** True if each word of the part belongs to the data, or if the page shows the same part elsewhere. */
function isData(part: string, known: string): boolean {
  if (OF_TESTS.test(part) || OF_THE_API.test(part) || shownTexts.has(part)) return true;
  return part.split(/[\s,:]+/).every((word) => !WORD.test(word) || known.includes(word));
}

function addData(value: unknown): void {
  if (typeof value === 'string') data.add(value);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    data.add(key);
    addData(item);
  }
}

const markedWords = (text: string) => (watching ? text.replace(/[A-Za-z]+/g, mark) : text);

/** Dates and names of languages are made in the language; their words are marked. */
function markFormats(): () => void {
  const undo = [
    replace(Intl.DateTimeFormat.prototype, 'format', 'get', (get, self) => {
      const write: unknown = Reflect.apply(get, self, []);
      if (!isFunction(write)) throw new Error('Dates are formatted differently');
      return (date: unknown) => markedWords(String(Reflect.apply(write, self, [date])));
    }),
    replace(Intl.DisplayNames.prototype, 'of', 'value', (of, self, values) =>
      markedWords(String(Reflect.apply(of, self, values))),
    ),
  ];
  return () => {
    for (const restore of undo) restore();
  };
}

function mark(text: string): string {
  return `\uE000${text}\uE001`;
}

/** A catalogue from English to English, with marks. */
function markedCatalogue(
  all: ReadonlyArray<readonly [english: string, singular: string | null]>,
): Texts {
  const catalogue: Record<string, Texts[string]> = {};
  for (const [english, singular] of all) {
    const other = marked(english);
    catalogue[textId(english)] = singular === null ? other : { one: marked(singular), other };
  }
  return catalogue;
}

function marked(text: string): string {
  return text.replace(BETWEEN_VALUES, mark);
}
