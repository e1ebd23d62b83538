import { DialogContent, DialogRoot, DialogTitle } from '~/components/ui/dialog';
import { ShortcutSwitch } from './shortcut-switch';

const KEYS: ReadonlyArray<readonly [keys: readonly string[], meaning: string]> = [
  [['/'], 'Search this list'],
  [['Enter'], 'In the search: open the first hit'],
  [['j', '↓'], 'Next row'],
  [['k', '↑'], 'Previous row'],
  [['Enter'], 'Open the row'],
  [['x'], 'Choose the row'],
  [['e'], 'Edit the row or the record'],
  [['c'], 'Create a new record'],
  [['['], 'Previous record of the list'],
  [[']'], 'Next record of the list'],
  [['Ctrl Z', '⌘ Z'], 'Undo what the message offers'],
  [['F8'], 'Go to the messages'],
  [['?'], 'Show these keys'],
];

interface KeyHelpProps {
  onClose: () => void;
  /** It has closed; restore the focus. */
  onClosed: () => void;
}

/** The keys of the lists, and the switch that turns them off. */
export function KeyHelp({ onClose, onClosed }: KeyHelpProps) {
  return (
    <DialogRoot open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        aria-describedby={undefined}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          onClosed();
        }}
      >
        <DialogTitle>Keyboard shortcuts</DialogTitle>
        <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-6 gap-y-2">
          <Keys keys={['Ctrl K', '⌘ K']} meaning="Search everything" />
          {KEYS.map(([keys, meaning]) => (
            <Keys key={meaning} keys={keys} meaning={meaning} />
          ))}
        </dl>
        <div className="mt-5 border-t border-line pt-4">
          <ShortcutSwitch />
        </div>
      </DialogContent>
    </DialogRoot>
  );
}

function Keys({ keys, meaning }: { keys: readonly string[]; meaning: string }) {
  return (
    <>
      <dt className="flex gap-1.5">
        {keys.map((key) => (
          <kbd
            key={key}
            className="min-w-6 rounded-sm border border-line-mid bg-sunken px-1.5 text-center font-sans text-sm"
          >
            {key}
          </kbd>
        ))}
      </dt>
      <dd>{meaning}</dd>
    </>
  );
}
