import { CANTON_SPELLINGS, cantonTexts } from '~/condos/cantons';
import text from '~/checks/localities/swiss-localities.txt?raw';

/** Number of places that a finding lists. */
const SHOWN = 3;

let localities: ReturnType<typeof readLocalities> | undefined;

/** The official list of Swiss localities (app/checks/localities), read once. */
export function swissLocalities() {
  localities ??= readLocalities();
  return localities;
}

/** Tables that the portfolio check compares with. Arrays of one table belong together, index by index. */
function readLocalities() {
  const zips = new Map<string, Record<'cantons' | 'names' | 'spellings', Set<string>>>();
  const places = new Map<string, Set<string>>();
  for (const line of text.trimEnd().split('\n')) {
    const [zip = '', canton = ''] = line.split(' ', 2);
    const names = line.slice(zip.length + canton.length + 2).split(/\|+/);
    const known = zips.get(zip) ?? { cantons: new Set(), names: new Set(), spellings: new Set() };
    zips.set(zip, known);
    known.cantons.add(canton);
    for (const name of names) {
      known.names.add(name);
      for (const compared of spellingsOf(name, canton)) {
        known.spellings.add(compared);
        places.set(compared, (places.get(compared) ?? new Set()).add(canton));
      }
    }
  }
  const known = [...zips.values()];
  const cantons = new Map(
    CANTON_SPELLINGS.flatMap((canton) =>
      cantonTexts(canton).map((name) => [comparedName(name), canton.code]),
    ),
  );
  return {
    /** Each postcode, its cantons ("ZH AG"), its places as compared (" zurich lindau ") and as shown. */
    zips: {
      zip: [...zips.keys()],
      cantons: known.map((one) => [...one.cantons].join(' ')),
      places: known.map(({ spellings }) => ` ${[...spellings].join(' ')} `),
      shown: known.map(
        (one) =>
          `${[...one.names].slice(0, SHOWN).join(' or ')} (${[...one.cantons].join(' or ')})`,
      ),
    },
    places: {
      name: [...places.keys()],
      cantons: [...places.values()].map((one) => [...one].join(' ')),
    },
    cantons: {
      name: [...cantons.keys()],
      canton: [...cantons.values()],
    },
  };
}

/** Suffixes that distinguish places of one name: "b. Bern", "am Albis", "-sur-Glâne". */
const QUALIFIED = /^(.+?)[ -](b\.|bei|am|an der|an|im|in|ob|sopra|sur|sous|près)[ -](.+)$/;

/**
 * The compared forms of a place's name: alone, with its canton, and in short: "Muri", "Hausen a. A.",
 * "Buchs SG".
 */
function spellingsOf(name: string, canton: string): string[] {
  const [, head, by = '', rest = ''] = QUALIFIED.exec(name) ?? [];
  const words = by === 'b.' ? ['bei', 'b', ''] : [by, by.slice(0, 1), ''];
  const short =
    head === undefined
      ? []
      : [
          head,
          ...words.flatMap((word) => [rest, rest.slice(0, 1)].map((end) => head + word + end)),
        ];
  return [name, ...short].flatMap((one) => [comparedName(one), comparedName(one + canton)]);
}

/** A name as compared. Must match match_text() in the database. */
export function comparedName(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/str(?:asse|\.)?(?![a-z])/g, 'str')
    .replaceAll(/[^a-z0-9]+/g, '');
}
