import { FINDING_KINDS } from '~/contract/portfolio-check';
import { idParam, pageParam, wordParam } from '../define-search';

/** The search params of a step that cures a finding: the finding that somebody came from, and its page of the list. */
export const findingOriginParams = {
  finding: wordParam([...FINDING_KINDS, ''], ''),
  finding_id: idParam,
  finding_page: pageParam,
};

interface FindingOrigin {
  finding: (typeof FINDING_KINDS)[number] | '';
  finding_id: number | null;
  finding_page: number;
}

/** The way back to the finding; null for somebody who came from elsewhere. */
export function backToFinding({ finding, finding_id: at, finding_page: page }: FindingOrigin) {
  return finding === ''
    ? null
    : ({ to: '/portfolio-check', search: { kind: finding, page, at } } as const);
}
