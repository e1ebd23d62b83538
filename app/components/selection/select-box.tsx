import type { RowData } from '@tanstack/react-table';
import { useSyncExternalStore, type KeyboardEvent } from 'react';
import type { SelectColumn } from '~/components/table/body-row';
import { t } from '~/lib/texts';
import type { Choice, Selection } from './selection';

/** The element with the buttons for the chosen records. */
export const BAR_ID = 'selection-bar';

export function selectColumn<T extends RowData>(
  id: string,
  selection: Selection,
  toChoice: (record: T) => Choice | null,
): SelectColumn<T> {
  const isChosen = (record: T) => selection.chosen().has(toChoice(record)?.id ?? Number.NaN);
  const row = (record: T, chosen: boolean) => {
    const choice = toChoice(record);
    return (
      choice && (
        <SelectBox
          label={t`Select ${choice.name}`}
          checked={chosen}
          onToggle={(range) => selection.set(choice, !isChosen(record), range)}
        />
      )
    );
  };
  const { subscribe, chosen } = selection;
  return { id, subscribe, chosen, isChosen, row, all: <SelectShown selection={selection} /> };
}

interface SelectBoxProps {
  label: string;
  checked: boolean | 'mixed';
  /** With Shift all from the last one to this one are meant. */
  onToggle: (range: boolean) => void;
}

/** One element without a state of its own, since a long list renders it while it scrolls. Its target has 44 px. */
function SelectBox({ label, checked, onToggle }: SelectBoxProps) {
  return (
    <span
      role="checkbox"
      tabIndex={0}
      aria-checked={checked}
      aria-label={label}
      className="select-box"
      onClick={({ shiftKey }) => onToggle(shiftKey)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') toBar(event);
        if (event.key !== ' ') return;
        // It would scroll the page.
        event.preventDefault();
        if (!event.repeat) onToggle(event.shiftKey);
      }}
    />
  );
}

function SelectShown({ selection }: { selection: Selection }) {
  const state = useSyncExternalStore(selection.subscribe, () => shownState(selection));
  return (
    <SelectBox
      label={t`Select all shown`}
      checked={state}
      onToggle={() => selection.setShown(state !== true)}
    />
  );
}

/** Enter leads from a checkbox to the bar: with Tab the way there would lead through the list. */
function toBar(event: KeyboardEvent): void {
  // The same press must not press the button as well.
  event.preventDefault();
  document.getElementById(BAR_ID)?.querySelector('button')?.focus();
}

function shownState(selection: Selection): boolean | 'mixed' {
  const all = selection.chosen();
  if (all.size === 0) return false;
  const shown = selection.shown();
  const chosen = shown.filter(({ id }) => all.has(id)).length;
  if (chosen === 0) return false;
  return chosen === shown.length || 'mixed';
}
