import type { RowData } from '@tanstack/react-table';
import { useSyncExternalStore } from 'react';
import type { SelectColumn } from './body-row';

/** Returns whether a row is chosen, with one subscription for the whole list. */
export function useChosen<TData extends RowData>(
  select: SelectColumn<TData> | undefined,
): (row: TData) => boolean {
  useSyncExternalStore(select?.subscribe ?? subscribeToNothing, select?.chosen ?? nothing);
  return (row) => select?.isChosen(row) ?? false;
}

const nothing = () => null;
const subscribeToNothing = () => nothing;
