import { FINDING_KINDS } from '~/contract/portfolio-check';
import { defineSearch, pageParam, wordParam } from '../define-search';

/** The search params of the portfolio check: without a kind the counts of all, with one its findings. */
export const portfolioCheckSearch = defineSearch({
  kind: wordParam([...FINDING_KINDS, ''], ''),
  aside: wordParam(['', 'yes'], ''),
  page: pageParam,
});

export type PortfolioCheckSearch = typeof portfolioCheckSearch.defaults;
