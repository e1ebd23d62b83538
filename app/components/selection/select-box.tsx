import type { RowData } from '@tanstack/react-table';
import { useId, useSyncExternalStore, type KeyboardEvent } from 'react';
import type { SelectColumn } from '~/components/table/body-row';
import { Checkbox } from '~/components/ui/checkbox';
import { t } from '~/lib/texts';
import type { Choice, Selection } from './selection';

/** The element with the buttons for the chosen records. */
export const BAR_ID = 'selection-bar';

/** Covers the room at the beginning of a first cell, so that the target is 44 px wide. */
const TARGET =
  'absolute inset-y-0 left-0 z-10 grid w-11 place-items-center select-none print:hidden';

interface Selecting<T> {
  id: string;
  selection: Selection;
  toChoice: (record: T) => Choice | null;
}

/** The checkboxes of a list. */
export function selectColumn<T extends RowData>(selecting: Selecting<T>): SelectColumn<T> {
  const { id, selection, toChoice } = selecting;
  const row = (record: T) => {
    const choice = toChoice(record);
    return choice && <SelectBox selection={selection} choice={choice} />;
  };
  return { id, row, all: <SelectShown selection={selection} /> };
}

interface SelectBoxProps {
  selection: Selection;
  choice: Choice;
}

/** Chooses one record; with Shift all from the last one to this one. Rerenders with its own state alone. */
function SelectBox({ selection, choice }: SelectBoxProps) {
  const id = useId();
  const chosen = useSyncExternalStore(selection.subscribe, () => selection.chosen().has(choice.id));
  return (
    <label htmlFor={id} className={TARGET}>
      <Checkbox
        id={id}
        aria-label={t`Select ${choice.name}`}
        checked={chosen}
        onKeyDown={toBar}
        onChange={({ nativeEvent, currentTarget }) =>
          selection.set(choice, currentTarget.checked, isShifted(nativeEvent))
        }
      />
    </label>
  );
}

/** Chooses all records of the list as it is shown. */
function SelectShown({ selection }: { selection: Selection }) {
  const id = useId();
  const state = useSyncExternalStore(selection.subscribe, () => shownState(selection));
  return (
    <label htmlFor={id} className={TARGET}>
      <Checkbox
        id={id}
        aria-label={t`Select all shown`}
        onKeyDown={toBar}
        checked={state === 'all'}
        ref={(box) => {
          if (box) box.indeterminate = state === 'some';
        }}
        onCheckedChange={(on) => selection.setShown(on)}
      />
    </label>
  );
}

/** Enter leads from a checkbox to the bar: with Tab the way there would lead through the list. */
function toBar(event: KeyboardEvent): void {
  if (event.key !== 'Enter') return;
  // The same press must not press the button as well.
  event.preventDefault();
  document.getElementById(BAR_ID)?.querySelector('button')?.focus();
}

function shownState(selection: Selection): 'all' | 'some' | 'none' {
  const all = selection.chosen();
  if (all.size === 0) return 'none';
  const shown = selection.shown();
  const chosen = shown.filter(({ id }) => all.has(id)).length;
  if (chosen === 0) return 'none';
  return chosen === shown.length ? 'all' : 'some';
}

/** A checkbox changes by a click, also when a key pressed it. */
function isShifted(event: Event): boolean {
  return event instanceof MouseEvent && event.shiftKey;
}
