import type { RowData } from '@tanstack/react-table';
import {
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
} from 'react';
import { lazyPart } from '~/kit/feedback/lazy-part';
import type { Noun } from '~/kit/ui/list-count';
import type { SelectColumn } from '~/kit/table/body-row';
import { announce } from '~/kit/ui/announce';
import { t } from '~/language/texts';
import { allowedActions, type BatchAction, type OwnAction } from './batch-action';
import type { Matching } from './select-matching';
import { BAR_ID, Selection, type Choice } from './selection';

const BarPart = lazyPart(() => import('./batch-bar'));

export interface SelectListProps<T extends RowData> {
  /** The list's records, in the order of the screen. */
  records: readonly T[];
  /** True if no filter hides a record. */
  complete: boolean;
  /**
   * Converts a record to a choice; null for a record without an id, which cannot be chosen. Must be stable
   * between renders.
   */
  toChoice: (record: T) => Choice | null;
  noun: Noun;
  actions: ReadonlyArray<BatchAction | OwnAction>;
  /** All rows of a paged list, for choosing them at once. */
  matching?: Matching | undefined;
  /** Called once with the column of checkboxes. */
  onReady: (select: SelectColumn<T>) => void;
}

/** Lets people choose records of a list (docs/behaviour/lists.md), if they may use one of its actions. */
export function SelectList<T extends RowData>(props: SelectListProps<T>) {
  const actions = allowedActions(props.actions);
  return actions.length > 0 && <Chooser {...props} actions={actions} />;
}

/** Makes the checkboxes, and shows the actions for the chosen records. */
function Chooser<T extends RowData>(props: SelectListProps<T>) {
  const { records, complete, toChoice, noun, onReady } = props;
  const [selection] = useState(() => new Selection());
  const id = useId();
  useEffect(
    () => onReady(selectColumn(id, selection, toChoice)),
    [id, selection, toChoice, onReady],
  );
  useEffect(() => {
    selection.show(() => records.flatMap((record) => toChoice(record) ?? []), complete);
  }, [records, complete, toChoice, selection]);

  const count = useSyncExternalStore(selection.subscribe, () => selection.chosen().size);
  const announced = useRef(0);
  useEffect(() => {
    if (announced.current !== count)
      announce(count > 0 ? t`${count} selected. Press Enter for what can be done.` : t`0 selected`);
    announced.current = count;
  }, [count]);
  return (
    <BarPart open={count > 0}>
      {({ BatchBar }) => (
        <BatchBar
          selection={selection}
          noun={noun}
          actions={props.actions}
          matching={props.matching}
        />
      )}
    </BarPart>
  );
}

function selectColumn<T extends RowData>(
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
  /** `range` is true with Shift: it toggles all rows since the last one. */
  onToggle: (range: boolean) => void;
}

/** The browser's checkbox, drawn by styles.css in a target of 44 px. */
function SelectBox({ label, checked, onToggle }: SelectBoxProps) {
  return (
    <input
      type="checkbox"
      ref={(box) => {
        if (box) box.indeterminate = checked === 'mixed';
      }}
      checked={checked === true}
      aria-label={label}
      className="select-box"
      onChange={({ nativeEvent }) =>
        onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
      onKeyDown={(event) => {
        if (event.key === 'Enter') toBar(event);
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

/** Enter moves the focus from a checkbox to the bar. Tab would have to pass the rest of the list. */
function toBar(event: KeyboardEvent): void {
  // Without this, the same key press would also click the focused button.
  event.preventDefault();
  document.getElementById(BAR_ID)?.querySelector('button')?.focus();
}

function shownState(selection: Selection): boolean | 'mixed' {
  const all = selection.chosen();
  if (all.size === 0) return false;
  const listed = selection.shown();
  const chosen = listed.filter(({ id }) => all.has(id)).length;
  if (chosen === 0) return false;
  return chosen === listed.length || 'mixed';
}
