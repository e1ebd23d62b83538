import { FINDING_KINDS } from './schema';
import { defineSearch, idParam, pageParam, wordParam } from '~/rpc/list-search';

/** The search params of the portfolio check: without a kind the counts of all, with one its findings. */
export const portfolioCheckSearch = defineSearch({
  kind: wordParam([...FINDING_KINDS, ''], ''),
  aside: wordParam(['', 'yes'], ''),
  page: pageParam,
  /** The record whose finding gets the focus: somebody comes back from curing it. */
  at: idParam,
});

export type PortfolioCheckSearch = typeof portfolioCheckSearch.defaults;
