import { useEffect, useMemo, useRef, useState } from 'react';

/** Pause after the last letter before the list is updated. */
export const TYPING_PAUSE_MS = 250;
/** After a pause of this length the next letter starts a new change with a new history entry. */
const SETTLED_MS = 1_500;

type Texts = Record<string, string>;
type Commit<T> = (values: T, options: { replace: boolean }) => void;

/**
 * Text filters in the URL, applied after a pause. Only the first letter of a change adds a history entry,
 * so that Back undoes a filter rather than a letter. `read` drops values that the URL would drop; they stay
 * in their field until it loses the focus.
 */
export function useFilterDraft<T extends Texts>(
  committed: T,
  commit: Commit<T>,
  onType?: (values: T) => void,
  read: (values: T) => T = (texts) => texts,
) {
  const [values, setValues] = useState(committed);
  const typed = useRef(committed);
  const applied = useRef(committed);
  const commitNow = useRef(commit);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  /**
   * The change in progress: its field, the time of its last letter, and whether its history entry was
   * added.
   */
  const running = useRef({ field: '', at: 0, pushed: false });
  const moves = useHistoryMoves();
  /** The values in the URL, read again after Back and Forward. */
  const address = useMemo(() => ({ texts: committed, moves }), [committed, moves]);

  useEffect(() => {
    commitNow.current = commit;
  }, [commit]);

  useEffect(() => {
    const { texts } = address;
    if (sameTexts(texts, applied.current)) return;
    clearTimeout(timer.current);
    applied.current = texts;
    typed.current = texts;
    running.current = { field: '', at: 0, pushed: false };
    setValues(texts);
    onType?.(texts);
  }, [address, onType]);

  useEffect(() => () => clearTimeout(timer.current), []);

  function apply(typedValues: T, replace: boolean): boolean {
    clearTimeout(timer.current);
    const next = read(typedValues);
    if (sameTexts(next, applied.current)) return false;
    applied.current = next;
    commitNow.current(next, { replace });
    return true;
  }

  function show(next: T): void {
    typed.current = next;
    setValues(next);
    onType?.(next);
  }

  function flush(): void {
    const { pushed } = running.current;
    if (apply(typed.current, pushed)) running.current.pushed = true;
  }

  return {
    values,
    /** Applies the typed values immediately (Enter). */
    flush,
    /** Applies the typed values; the next letter starts a new change. */
    leave() {
      flush();
      running.current.field = '';
      if (!sameTexts(typed.current, applied.current)) show(applied.current);
    },
    change(field: keyof T & string, value: string) {
      const at = Date.now();
      const { field: before, at: last, pushed } = running.current;
      const goesOn = before === field && at - last < SETTLED_MS;
      running.current = { field, at, pushed: goesOn && pushed };
      show({ ...typed.current, [field]: value });
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, TYPING_PAUSE_MS);
    },
    /** Applies other values immediately, as a separate change. */
    replaceAll(next: T) {
      running.current = { field: '', at: 0, pushed: false };
      show(next);
      apply(next, false);
    },
  };
}

function sameTexts(a: Texts, b: Texts): boolean {
  return Object.keys(a).every((name) => a[name] === b[name]);
}

/**
 * Number of uses of Back and Forward. It changes even if the URL stays the same, as when a change is undone
 * before it was rendered.
 */
export function useHistoryMoves(): number {
  const [moves, setMoves] = useState(0);
  useEffect(() => {
    const count = () => setMoves((before) => before + 1);
    window.addEventListener('popstate', count);
    return () => window.removeEventListener('popstate', count);
  }, []);
  return moves;
}
