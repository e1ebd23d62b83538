import { FINDING_KINDS } from './schema';
import { defineSearch, idParam, pageParam, wordParam, type ValuesOf } from '~/rpc/list-search';

/** The search params of the portfolio check: without a kind the counts of all, with one its findings. */
export const portfolioCheckSearch = defineSearch({
  kind: wordParam([...FINDING_KINDS, ''], ''),
  aside: wordParam(['', 'yes'], ''),
  page: pageParam,
  /** The record whose finding gets the focus: somebody comes back from curing it. */
  at: idParam,
});

export type PortfolioCheckSearch = typeof portfolioCheckSearch.defaults;

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
