import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { apartmentQueries } from '~/data/apartments/apartments.queries';
import { userQueries } from '~/data/users/users.queries';
import { usePaused } from './use-paused';

/** People and apartments are searched by the API from so many letters on. */
const API_SEARCH_FROM_LETTERS = 2;

const usersOf = (search: string) => userQueries.list({ search, page: 1, condo_id: null });

/** The query as it is typed, and what the API finds for it after a pause: people, of whom one page, and apartments. */
export function useApiSearch(initialText: string) {
  const client = useQueryClient();
  const [text, setText] = useState(initialText);
  const query = text.trim();
  const [paused, type] = usePaused(query, (typed) => {
    if (typed.length < API_SEARCH_FROM_LETTERS) return;
    void client.prefetchQuery(usersOf(typed));
    void client.prefetchQuery(apartmentQueries.list(typed));
  });
  const isSearchable = query.length >= API_SEARCH_FROM_LETTERS;
  const isEnabled = isSearchable && paused.length >= API_SEARCH_FROM_LETTERS;
  const search = isEnabled ? paused : '';
  return {
    text,
    query,
    change: (typed: string) => {
      // Before the screen is rendered: the pause begins with the letter.
      type(typed.trim());
      setText(typed);
    },
    users: useQuery({ ...usersOf(search), enabled: isEnabled }),
    apartments: useQuery({ ...apartmentQueries.list(search), enabled: isEnabled }),
    isSearchable,
    isEnabled,
    /** What is typed has not been asked for yet. */
    isAhead: isSearchable && paused !== query,
  };
}

export type ApiSearch = ReturnType<typeof useApiSearch>;
