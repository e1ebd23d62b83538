import { createAtom } from '@tanstack/react-store';
import { t } from '~/language/texts';

/** The element with the buttons for the chosen records. */
export const BAR_ID = 'selection-bar';

/** A record that can be chosen: its id, and its name for questions and results. */
export interface Choice {
  id: number;
  name: string;
  email?: string | null;
}

const NAMES_SHOWN = 3;

/** "Alpha, Beta, Gamma, and 2 more" */
export function firstNames(choices: readonly Choice[], count = choices.length): string {
  const names = choices.slice(0, NAMES_SHOWN).map(({ name }) => name);
  const more = count - NAMES_SHOWN;
  return [...names, ...(more > 0 ? [t`and ${more} more`] : [])].join(', ');
}

interface State {
  chosen: ReadonlyMap<number, Choice>;
  removed: readonly Choice[];
}

/** The chosen records of a list, with their names. They stay chosen while the list is sorted or filtered. */
export class Selection {
  readonly #state = createAtom<State>({ chosen: new Map(), removed: [] });
  /** Computed lazily: a list may have 50,000 records, and each letter of a search changes it. */
  #shown: readonly Choice[] | null = null;
  #readShown: () => readonly Choice[] = () => [];
  /** Start of a range: the record that was toggled last. */
  #anchor: number | null = null;

  /** Calls the listener when other records are chosen or shown. Returns the function that stops it. */
  readonly subscribe = (listener: () => void) => this.#state.subscribe(listener).unsubscribe;

  /** Identical until the selection changes. */
  readonly chosen = () => this.#state.get().chosen;

  /** Chosen records that no longer exist in the whole list. The next choice clears them. */
  readonly removed = () => this.#state.get().removed;

  /** The list's records, in the order of the screen. */
  readonly shown = (): readonly Choice[] => (this.#shown ??= this.#readShown());

  /**
   * Sets the listed records. With `complete` they are the whole list, so that a missing record no longer
   * exists.
   */
  show(readShown: () => readonly Choice[], complete: boolean): void {
    this.#shown = null;
    this.#readShown = readShown;
    const isChecked = complete && this.chosen().size > 0;
    this.#state.set((state) => (isChecked ? this.#remaining(state) : { ...state }));
  }

  /** Adds or removes a record. With `range` also all records back to the previous one. */
  set(choice: Choice, on: boolean, range = false): void {
    const changed = range ? this.#rangeTo(choice) : [choice];
    this.#anchor = choice.id;
    this.#setAll(changed, on);
  }

  add(choices: readonly Choice[]): void {
    this.#anchor = null;
    this.#setAll(choices, true);
  }

  setShown(on: boolean): void {
    this.#anchor = null;
    this.#setAll(this.shown(), on);
  }

  /** Deselects completed records. The others stay chosen. */
  drop(ids: readonly number[]): void {
    const dropped = new Set(ids);
    const chosen = new Map([...this.chosen()].filter(([id]) => !dropped.has(id)));
    this.#state.set((state) => ({ ...state, chosen }));
  }

  clear(): void {
    this.#anchor = null;
    this.#state.set({ chosen: new Map(), removed: [] });
  }

  /** Keeps only chosen records that the list still has. The map stays the same if it has all of them. */
  #remaining(state: State): State {
    const ids = new Set(this.shown().map(({ id }) => id));
    const removed = [...state.chosen.values()].filter(({ id }) => !ids.has(id));
    if (removed.length === 0) return { ...state };
    const kept = new Map([...state.chosen].filter(([id]) => ids.has(id)));
    return { chosen: kept, removed: [...state.removed, ...removed] };
  }

  #rangeTo(choice: Choice): readonly Choice[] {
    const listed = this.shown();
    const from = listed.findIndex(({ id }) => id === this.#anchor);
    const to = listed.findIndex(({ id }) => id === choice.id);
    if (from < 0 || to < 0) return [choice];
    return listed.slice(Math.min(from, to), Math.max(from, to) + 1);
  }

  #setAll(choices: readonly Choice[], on: boolean): void {
    const next = new Map(this.chosen());
    for (const choice of choices) {
      if (on) next.set(choice.id, choice);
      else next.delete(choice.id);
    }
    this.#state.set({ chosen: next, removed: [] });
  }
}
