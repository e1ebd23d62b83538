import type { RowData } from '@tanstack/react-table';
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { lazyModule, useLazyModule } from '~/components/feedback/lazy-module';
import type { Noun } from '~/components/list/list-count';
import type { SelectColumn } from '~/components/table/body-row';
import { announce } from '~/lib/announce';
import { t } from '~/lib/texts';
import type { BatchAction, OwnAction } from './batch-action';
import { selectColumn } from './select-box';
import { Selection, type Choice } from './selection';

const batch = lazyModule(() => import('./batch-bar'));

export interface SelectListProps<T extends RowData> {
  /** The list's records, in the order of the screen. */
  records: readonly T[];
  /** No filter hides any. */
  complete: boolean;
  /** Null for a record without an id: it cannot be chosen. Stable between renders. */
  toChoice: (record: T) => Choice | null;
  noun: Noun;
  actions: ReadonlyArray<BatchAction | OwnAction>;
  /** Called once, with what the list shows to choose records. */
  onReady: (select: SelectColumn<T>) => void;
}

/** Lets the records of a list be chosen (docs/behaviour.md, "Several at once"), and shows what can be done to the chosen ones. */
export function SelectList<T extends RowData>(props: SelectListProps<T>) {
  const { records, complete, toChoice, noun, actions, onReady } = props;
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
  const [everChosen, setEverChosen] = useState(false);
  if (count > 0 && !everChosen) setEverChosen(true);
  const BatchBar = useLazyModule(batch, everChosen).module?.BatchBar;
  return everChosen && BatchBar ? (
    <BatchBar selection={selection} noun={noun} actions={actions} />
  ) : null;
}
