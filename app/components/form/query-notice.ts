import type { ComboboxNotice } from '~/components/ui/combobox';

interface OptionsQuery {
  isPending: boolean;
  isError: boolean;
  refetch: () => unknown;
}

/** What a combobox says while its options are on their way or could not be had; null once they are here. */
export function queryNotice(
  query: OptionsQuery,
  texts: { loading: string; error: string },
): ComboboxNotice | null {
  if (query.isError) {
    return { kind: 'error', text: texts.error, onRetry: () => void query.refetch() };
  }
  return query.isPending ? { kind: 'loading', text: texts.loading } : null;
}
