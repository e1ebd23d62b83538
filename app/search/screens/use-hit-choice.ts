import { useCombobox } from 'downshift';
import { useMemo, useState } from 'react';
import { t, translate } from '~/language/texts';
import { HIT_KINDS, PALETTE_NAME, type Hit, type HitKind, type Hits } from './hit';

/** A hit in its group. Two groups may have the same record, so the kind is part of the identity. */
interface Entry {
  id: string;
  kind: HitKind;
  hit: Hit;
}

interface HitChoiceOptions {
  hits: Hits;
  text: string;
  onType: (text: string) => void;
  onChoose: (kind: HitKind, hit: Hit) => void;
}

const { stateChangeTypes: Change } = useCombobox;

/**
 * Changes of downshift that move the active option. Others are ignored, such as the pointer leaving the
 * list.
 */
const MOVES: ReadonlySet<unknown> = new Set([
  Change.InputKeyDownArrowDown,
  Change.InputKeyDownArrowUp,
  Change.InputKeyDownHome,
  Change.InputKeyDownEnd,
  Change.InputKeyDownPageDown,
  Change.InputKeyDownPageUp,
  Change.ItemMouseMove,
]);

const CHOICES: ReadonlySet<unknown> = new Set([Change.InputKeyDownEnter, Change.ItemClick]);

/**
 * WAI-ARIA's combobox with a list box that is always open. The first hit is active until the arrows or the
 * pointer choose another one, which stays active when more hits arrive.
 */
export function useHitChoice({ hits, text, onType, onChoose }: HitChoiceOptions) {
  const entries = useMemo(() => toEntries(hits), [hits]);
  const [activeId, setActiveId] = useState<string | null>(null);
  const chosen = entries.findIndex(({ id }) => id === activeId);
  const activeIndex = chosen >= 0 || entries.length === 0 ? chosen : 0;

  const { getInputProps, getMenuProps, getItemProps } = useCombobox<Entry>({
    items: entries,
    itemToString: (entry) => entry?.hit.label ?? '',
    itemToKey: (entry) => entry?.id,
    isOpen: true,
    selectedItem: null,
    inputValue: text,
    highlightedIndex: activeIndex,
    onStateChange({ type, highlightedIndex = -1, selectedItem }) {
      if (MOVES.has(type)) setActiveId(entries[highlightedIndex]?.id ?? null);
      if (CHOICES.has(type) && selectedItem) onChoose(selectedItem.kind, selectedItem.hit);
    },
  });

  return {
    entries,
    active: entries[activeIndex]?.hit,
    inputProps: getInputProps({
      'aria-label': translate(PALETTE_NAME),
      onChange(event) {
        setActiveId(null);
        onType(event.currentTarget.value);
      },
    }),
    menuProps: getMenuProps({ 'aria-label': t`Results` }),
    /** Props of a hit's option, and whether it is active. */
    optionProps(kind: HitKind, { key }: Hit) {
      const id = idOf(kind, key);
      const index = entries.findIndex((entry) => entry.id === id);
      const item = entries[index];
      return item ? { ...getItemProps({ item, index }), 'data-active': index === activeIndex } : {};
    },
  };
}

export type HitChoice = ReturnType<typeof useHitChoice>;

function toEntries(hits: Hits): Entry[] {
  return HIT_KINDS.flatMap((kind) =>
    hits[kind].map((hit) => ({ id: idOf(kind, hit.key), kind, hit })),
  );
}

function idOf(kind: HitKind, key: string): string {
  return `${kind} ${key}`;
}
