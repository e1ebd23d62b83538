import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { apartmentQueries } from '~/apartments/queries';
import { userSearch } from '~/users/search';
import { userQueries } from '~/users/queries';
import { TYPING_PAUSE_MS } from '~/kit/list/use-filter-draft';

/** Minimum number of letters for the API's search of people and apartments. */
const API_SEARCH_FROM_LETTERS = 2;

/** Longest time for which the search of apartments waits for that of people. Both at once take longer. */
const LONGEST_WAIT_MS = 50;

const usersOf = (search: string) => userQueries.list({ ...userSearch.defaults, search });

/** The typed query, and the API's results after a pause: one page of people, and apartments. */
export function useApiSearch(initialText: string) {
  const client = useQueryClient();
  const [text, setText] = useState(initialText);
  const query = text.trim();
  const [apartmentsText, setApartmentsText] = useState(query);
  const [paused, setPaused] = useState(query);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  /** Requests before the screen is rendered with the text, so that the call does not wait for a frame. */
  function searchFor(typed: string): void {
    setPaused(typed);
    if (typed.length < API_SEARCH_FROM_LETTERS) return;
    const people = client.prefetchQuery(usersOf(typed));
    const longEnough = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS));
    void Promise.race([people, longEnough]).then(() => setApartmentsText(typed));
  }

  const isSearchable = query.length >= API_SEARCH_FROM_LETTERS;
  const isEnabled = isSearchable && paused.length >= API_SEARCH_FROM_LETTERS;
  const search = isEnabled ? paused : '';
  const isApartmentsTurn = isEnabled && apartmentsText === paused;
  return {
    text,
    query,
    change: (typed: string) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(searchFor, TYPING_PAUSE_MS, typed.trim());
      setText(typed);
    },
    users: useQuery({ ...usersOf(search), enabled: isEnabled }),
    apartments: useQuery({ ...apartmentQueries.search(search), enabled: isApartmentsTurn }),
    /** The text after the last pause, for which the API is asked. */
    paused,
    isSearchable,
    isEnabled,
    /** True until apartments are requested. */
    isWaiting: isEnabled && !isApartmentsTurn,
    /** True until the typed text has been searched for. */
    isAhead: isSearchable && paused !== query,
  };
}

export type ApiSearch = ReturnType<typeof useApiSearch>;
