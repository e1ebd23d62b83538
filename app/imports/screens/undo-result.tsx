import { Alert } from '~/kit/ui/alert';
import { formatCount } from '~/language/format';
import { t, translate } from '~/language/texts';

interface Undo {
  removed: number;
  /** Records that have their old values again. */
  restored?: number | undefined;
  kept: ReadonlyArray<{ id: number | null; name: string; reason: string }>;
}

/** Lists the number of removed records and the names of kept ones. */
export function UndoResult({ undo: { removed, restored = 0, kept } }: { undo: Undo }) {
  return (
    <Alert tone={kept.length > 0 ? 'warning' : 'success'}>
      <p>{t`${entries(removed)} removed.`}</p>
      {restored > 0 && <p>{t`${entries(restored)} restored.`}</p>}
      {kept.length > 0 && (
        <ul className="mt-2 max-h-48 list-disc overflow-auto pl-5">
          {kept.map(({ id, name, reason }) => (
            <li key={id}>
              {name}: {translate(reason)}
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}

const entries = (count: number) => formatCount(count, 'entry', 'entries');
