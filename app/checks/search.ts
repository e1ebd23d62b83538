import { FINDING_KINDS } from './schema';
import {
  defineSearch,
  idParam,
  pageParam,
  tenancyDayParam,
  textParam,
  wordParam,
  type Param,
  type ValuesOf,
} from '~/rpc/list-search';

/** Search params of the portfolio check. Without a kind the page shows all counts, with one its findings. */
export const portfolioCheckSearch = defineSearch({
  kind: wordParam([...FINDING_KINDS, ''], ''),
  aside: wordParam(['', 'yes'], ''),
  page: pageParam,
  /** The record whose finding gets the focus, after returning from the screen that resolves it. */
  at: idParam,
  /** The day of the list; empty means today. */
  as_of: tenancyDayParam,
});

/** Ids separated by commas, as the API takes them: positive, of at most nine digits. */
const idsParam: Param<string> = (raw) =>
  textParam(raw)
    .split(',')
    .filter((id) => /^[1-9]\d{0,8}$/.test(id))
    .join(',');

/** Search params of the print view: ids of associations, or a building. */
export const moveSearch = defineSearch({ ids: idsParam, condo_id: idParam });

export type PortfolioCheckSearch = typeof portfolioCheckSearch.defaults;

/** Search params of a screen opened from a finding: the finding and its page of the list. */
export const findingOriginParams = {
  finding: wordParam([...FINDING_KINDS, ''], ''),
  finding_id: idParam,
  finding_page: pageParam,
  finding_day: tenancyDayParam,
};

type FindingOrigin = ValuesOf<typeof findingOriginParams>;

export function backToFinding(origin: FindingOrigin) {
  const { finding: kind, finding_id: at, finding_page: page, finding_day: as_of } = origin;
  return kind === ''
    ? null
    : ({ to: '/portfolio-check', search: { kind, page, at, as_of } } as const);
}
