import { STATE_LABELS } from '~/contract/portfolio-check';
import { patternOf } from '~/contract/template-pattern';
import { fill, translate } from '~/lib/texts';

const STATES = Object.values(STATE_LABELS).map((label) => ({ label, pattern: patternOf(label) }));

/** A finding's state in the reader's language; any other text as it is. */
export function stateText(state: string): string {
  for (const { label, pattern } of STATES) {
    const values = pattern.exec(state)?.slice(1);
    if (values) return fill(translate(label), values);
  }
  return state;
}
