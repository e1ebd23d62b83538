import { Alert } from '~/components/ui/alert';
import type { ImportUndo } from '~/contract/bulk-imports-reading';
import { formatCount } from '~/lib/format';

/** What an undo removed, and by name what it kept. */
export function UndoResult({ undo: { removed, restored, kept } }: { undo: ImportUndo }) {
  return (
    <Alert tone={kept.length > 0 ? 'warning' : 'success'} role="status">
      <p>{entries(removed)} removed.</p>
      {restored > 0 && <p>{entries(restored)} restored.</p>}
      {kept.length > 0 && (
        <ul className="mt-2 max-h-48 list-disc overflow-auto pl-5">
          {kept.map(({ id, name, reason }) => (
            <li key={id}>
              {name}: {reason}
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}

const entries = (count: number) => formatCount(count, 'entry', 'entries');
