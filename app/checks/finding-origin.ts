import { FINDING_KINDS } from './schema';
import { idParam, pageParam, wordParam, type ValuesOf } from '~/rpc/list-search';

/** Search params of a screen opened from a finding: the finding and its page of the list. */
export const findingOriginParams = {
  finding: wordParam([...FINDING_KINDS, ''], ''),
  finding_id: idParam,
  finding_page: pageParam,
};

type FindingOrigin = ValuesOf<typeof findingOriginParams>;

export function backToFinding({ finding, finding_id: at, finding_page: page }: FindingOrigin) {
  return finding === ''
    ? null
    : ({ to: '/portfolio-check', search: { kind: finding, page, at } } as const);
}
