import type { CallGroup } from '~/rpc/declare';
import {
  findingCountsSchema,
  findingKindSchema,
  findingPageSchema,
  findingQuerySchema,
  moveQuerySchema,
  moveSchema,
  setAsideSchema,
} from './answers';

const params = { kind: findingKindSchema };

export const portfolioCheckCalls = {
  base: '/admin/portfolio-check',
  tag: 'Portfolio check',
  embedded: 'not_found',
  calls: {
    count: {
      method: 'GET',
      asks: 'look',
      summary: 'How many findings of each kind there are now',
      answer: findingCountsSchema,
    },
    list: {
      method: 'GET',
      asks: 'look',
      path: '/{kind}',
      summary: 'A page of the findings of a kind: those that count, or those that were put aside',
      params,
      query: findingQuerySchema,
      answer: findingPageSchema,
    },
    setAside: {
      method: 'PUT',
      asks: 'write',
      path: '/{kind}/{id}',
      summary: 'Put a finding aside with a reason, until it changes',
      params,
      body: setAsideSchema,
      errors: [409],
    },
    reopen: {
      method: 'DELETE',
      asks: 'write',
      path: '/{kind}/{id}',
      summary: 'Let a finding that was put aside count again',
      params,
    },
  },
} as const satisfies CallGroup;

export const moveCalls = {
  base: '/admin/moves',
  tag: 'Portfolio check',
  embedded: 'not_found',
  calls: {
    list: {
      method: 'GET',
      asks: 'look',
      summary: 'Owners and renters who move in or out within 14 days, with what communes ask for',
      query: moveQuerySchema,
      answer: moveSchema.array(),
    },
  },
} as const satisfies CallGroup;
