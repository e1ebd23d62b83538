import { STATE_LABELS } from '~/contract/portfolio-check';
import { translate } from '~/lib/texts';

const SPECIAL = /[()]/g;
const VALUE = /\{\d\}/g;

const PATTERNS = Object.values(STATE_LABELS).map((label) => {
  const pattern = label.replace(SPECIAL, String.raw`\$&`).replace(VALUE, '(.+?)');
  return { label, pattern: new RegExp(`^${pattern}$`, 's') };
});

/** A finding's state in the reader's language; any other text as it is. */
export function stateText(state: string): string {
  for (const { label, pattern } of PATTERNS) {
    const values = pattern.exec(state)?.slice(1);
    if (values) return translate(label).replace(VALUE, (hole) => values[Number(hole[1])] ?? '');
  }
  return state;
}
