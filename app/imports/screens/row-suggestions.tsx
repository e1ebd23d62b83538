import { useMemo } from 'react';
import type { ValidatedFile } from '~/imports/queries';
import { Button } from '~/kit/ui/button';
import { formatCount } from '~/language/format';
import { t } from '~/language/texts';
import { headingOf } from './row-values';
import { suggestionsOf, type Suggestion } from './suggestions';
import type { BulkImportState } from './use-bulk-import';

interface RowSuggestionsProps {
  validation: ValidatedFile;
  state: BulkImportState;
  /** Called after a suggestion was taken. Its button disappears, so the focus moves on. */
  onTaken: () => void;
}

/**
 * Suggested edits of all invalid rows of a column, one button each. The rows are validated again
 * afterwards.
 */
export function RowSuggestions({ validation, state, onTaken }: RowSuggestionsProps) {
  const { edits, edit, busy } = state;
  const suggestions = useMemo(() => suggestionsOf(validation, edits), [validation, edits]);
  if (suggestions.length === 0) return null;
  return (
    <ul className="grid gap-2">
      {suggestions.map((suggestion) => (
        <li key={suggestion.kind + suggestion.field} className="flex flex-wrap items-center gap-3">
          <span className="font-medium">{suggestion.heading ?? headingOf(suggestion.field)}</span>
          <Button
            variant="secondary"
            size="sm"
            aria-disabled={busy}
            onClick={() => {
              if (busy) return;
              onTaken();
              if (suggestion.kind === 'leaveOut') state.leaveOut(suggestion.heading ?? '');
              else edit(suggestion.changes);
            }}
          >
            {labelOf(suggestion, validation)}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** "Leave empty and put it into Notes (12 rows)" */
function labelOf({ kind, changes }: Suggestion, { type }: ValidatedFile): string {
  const rows = formatCount(new Set(changes.map(({ row }) => row)).size, 'row', 'rows');
  switch (kind) {
    case 'notes':
      return type === 'apartment'
        ? t`Leave empty and put it into Notes (${rows})`
        : t`Leave empty and put it into Description (${rows})`;
    case 'leaveOut':
      return t`Leave the column out`;
    case 'fillDown':
      return t`Fill down from the row above (${rows})`;
    case 'fromAddress':
      return t`Use the address as the name (${rows})`;
    case 'country':
      return t`Fill in ${changes[0]?.text ?? ''} (${rows})`;
    case 'canton':
      return t`Fill in the canton of the zip code (${rows})`;
  }
}
