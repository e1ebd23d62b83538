import { ruleViolation, type RuleViolation } from '~/language/rules';
import { readNumber, searchText, withoutInvisible } from './search-text';

/** Kinds of quantities. Each has words that may be written with the number (docs/behaviour/forms.md). */
export type Unit = 'area' | 'rooms' | 'bathrooms' | 'floor' | 'units';

/* Words in the form of searchText(), in German, French, Italian and English. */

const WORDS: Readonly<Record<Unit, string>> = {
  area: 'm ?\\^?2|qm|mq|sq\\.? ?m|sqmt|square met(?:er|re)s?|quadratmeter|metres? carres?|metri quadr(?:at)?i',
  rooms:
    '(?:zimmer|zi|zr|z)(?:\\.?[ -]?(?:wohnung|whg))?|(?:bed)?rooms?|schlafzimmer|pieces?|pces?|p|chambres?|local[ei]|loc|stanz[ae]|camer[ae]|van[oi]',
  bathrooms:
    'bad|bader|badezimmer|nasszellen?|bath(?:room)?s?|salles? (?:de bains?|d.eau)|bagn[oi]',
  floor: 'og|obergeschoss|stock|stockwerk|etage|geschoss|floor|stor(?:e?y)|level|piano',
  units:
    'wohnungen|wohneinheiten|einheiten|units?|apartments?|flats?|logements?|appartements?|unites?|unita|appartament[oi]|alloggi',
};
const ORDINAL = '(?:\\.|ers?|re|n?de?|[ei]?e?me|st|rd|th|e|°|o|a)';
const QUARTERS: Readonly<Record<string, number>> = { '1/4': 0.25, '1/2': 0.5, '3/4': 0.75 };

/**
 * Pattern of a number with its unit; the number is the group. Only floors may be ordinals or have the word
 * in front.
 */
function patternOf(unit: Unit): RegExp {
  const words = `(?:${WORDS[unit]})`;
  return new RegExp(
    unit === 'floor'
      ? `^(?:${words}\\.? ?(?=\\d+$))?(\\d{1,3})(?:${ORDINAL}?[ -]?${words}\\.?|${ORDINAL})?$`
      : `^(.*\\d)[ -]?${words}\\.?$`,
  );
}

/** Writes fractions and the square-meter sign in ASCII. Other characters stay as they are. */
function plainText(text: string): string {
  return withoutInvisible(text)
    .replaceAll(/[¼½¾]/g, (sign) => ` ${sign.normalize('NFKC')}`)
    .replaceAll(/[⁄∕]/g, '/')
    .replaceAll('m²', 'm2')
    .replaceAll('M²', 'm2')
    .trim();
}

/**
 * Reads a number as readNumber() does, and also fractions ("3½", "3 1/2") and the words of its unit ("82
 * m²", "1. OG"). NaN for an ambiguous text.
 */
export function readQuantity(text: string, unit?: Unit): number {
  const plain = plainText(text);
  const number = readFraction(plain);
  if (!Number.isNaN(number) || !unit || /\p{No}/u.test(plain)) return number;
  const [, amount] = patternOf(unit).exec(searchText(plain)) ?? [];
  return amount === undefined ? Number.NaN : readFraction(amount);
}

function readFraction(text: string): number {
  const [, whole = 0, quarters] = /^(?:(\d+)\s+)?([13]\/[24])$/.exec(text) ?? [];
  return quarters === undefined
    ? readNumber(text)
    : Number(whole) + (QUARTERS[quarters] ?? Number.NaN);
}

const NO_VALUE =
  /^(?:[-–—−./?*_ ]+|x+|nan|undefined|\[object object\]|[<(]?null[>)]?|n[./ ]?[ad]\.?|n\. ?[ad]\.|k\. ?a\.?|ka|keine? ?(?:angabe|angaben)?|unbekannt|offen|unknown|none|nil|tbd|inconnue?|aucune?|s\/o|n\.?c\.?|sconosciut[oa]|nessun[oa])$/;
const NOT_EXACT =
  /^(?:ca|circa|zirka|env|environ|approx|approximately|about|around|ungefahr|rund|etwa|uber|unter|mind|max|min|>|<|~|≈|±|\+\/-)(?![\p{L}])|\d ?(?:-|–|—|bis|to|a|à) ?\d/u;
const GROUND =
  /^(?!.*\d)(?:.*[ /])?(?:eg|erdgeschoss|parterre|rez(?:[ -]de[ -]chaussee)?|rdc|pianterreno|piano (?:terra|terreno)|pt|ground(?: ?floor)?|gf)(?:[ /,].*)?$/;
const BELOW =
  /(?:^|[^\p{L}])(?:[ug]?ug|untergeschoss|keller|kellergeschoss|sous[ -]?sol|basement|souterrain|seminterrato|interrato|lower ground(?: floor)?)(?![\p{L}])/u;
const UNNUMBERED =
  /^(?:og|dg|dachgeschoss|dachstock|attika|attique|combles|mansarde|mansarda|attico|sottotetto|penthouse|attic|galerie|hochparterre|zwischengeschoss|entresol|mezzanine?|mezzanino|ammezzato)$/;

/** True for a text that people write to say that there is no value. */
export function isNoValue(text: string): boolean {
  return NO_VALUE.test(searchText(text).trim());
}

/**
 * Returns the rule that explains why readQuantity() cannot read a text; null if there is no better reason.
 */
export function quantityProblem(text: string, unit?: Unit, example = '3'): RuleViolation | null {
  const key = searchText(plainText(text));
  // Without points, as in "E.G." and "R.d.c."
  const floor = key.replaceAll('.', '');
  const shown = text.trim();
  if (isNoValue(text)) return ruleViolation('no_value', { text: shown });
  if (unit === 'floor') {
    if (BELOW.test(floor)) return ruleViolation('below_ground', { text: shown });
    if (GROUND.test(floor)) return ruleViolation('ground_floor', { text: shown });
    if (UNNUMBERED.test(floor)) return ruleViolation('floor_unnumbered', { text: shown });
  }
  if (!NOT_EXACT.test(key)) return null;
  return ruleViolation('not_exact', { text: shown, example });
}

/** "März 2021", in four languages. */
const MONTH_NAMED =
  /^(?:jan|f[ée][bv]|mar|mär|mrz|apr|avr|mai|may|mag|jun|juin|giu|jul|juil|lug|aug|aoû|aou|ago|sep|set|o[ck]t|ott|nov|de[zc]|déc|dic|gen)\p{L}*\.? \d{4}$/iu;

/** Says what a text is that is no date; null where there is no more to say. */
export function dateProblem(text: string): RuleViolation | null {
  const shown = withoutInvisible(text).trim();
  if (/^(?:\p{L}[\p{L}. ]*)?\d{4}(?:[.,]0+)?$/u.test(shown) && !MONTH_NAMED.test(shown))
    return ruleViolation('year_alone', { text: shown });
  if (/^\d{4} ?[/–-] ?(?:\d{4}|[2-9]\d|1[3-9])$/.test(shown))
    return ruleViolation('year_alone', { text: shown });
  if (/^\d{1,2} ?[./-] ?\d{4}$|^\d{4} ?[./-] ?\d{1,2}$/.test(shown) || MONTH_NAMED.test(shown))
    return ruleViolation('month_alone', { text: shown });
  if (/^\d{1,2}[./-] ?\d{1,2}[./-] ?\d{2}$/.test(shown))
    return ruleViolation('short_year', { text: shown });
  return isNoValue(text) ? ruleViolation('no_value', { text: shown }) : null;
}
