import { ChevronsUpDown } from 'lucide-react';
import {
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import type { ControlProps } from '~/components/form/field-frame';
import { cn } from '~/lib/cn';
import { searchText } from '~/contract/search-text';
import { t } from '~/lib/texts';
import { Button } from './button';
import { ComboboxList, optionId, type ComboboxOption } from './combobox-list';
import { Input } from './input';

const PAGE_OPTIONS = 8;
/** Height of the open list, in pixels; with less room below it opens above. */
const LIST_ROOM_PX = 320;

export type ComboboxNotice =
  | { kind: 'loading'; text: string }
  | { kind: 'error'; text: string; onRetry: () => void };

interface ComboboxProps<T> {
  /** Connects the input with its label, hint and error. */
  control: { id: string } & Partial<ControlProps>;
  labelId: string;
  options: readonly ComboboxOption<T>[];
  /** The chosen option's value; undefined while nothing is chosen. */
  value: T | undefined;
  onChange: (value: T) => void;
  onBlur?: (() => void) | undefined;
  /** The user is about to choose: a good time to fetch the options. */
  onIntent?: (() => void) | undefined;
  placeholder?: string | undefined;
  /** Shown for a value that matches no option. */
  unknownLabel?: string | undefined;
  /** Shown below the options while some or all are missing. */
  notice?: ComboboxNotice | null | undefined;
}

/**
 * A searchable select that stays fast with tens of thousands of options (WAI-ARIA's editable combobox with a list).
 * Keys: typing filters, arrows, Page Up and Down move, Enter takes the option, also one that is still loading; Escape and Tab
 * leave things as they were.
 */
export function Combobox<T>({
  control,
  labelId,
  options,
  value,
  onChange,
  onBlur,
  onIntent,
  placeholder,
  unknownLabel = '',
  notice,
}: ComboboxProps<T>) {
  const listId = useId();
  const container = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<'below' | 'above' | null>(null);
  /** What is being typed; null while the chosen option's name is shown. */
  const [typed, setTyped] = useState<string | null>(null);
  const [activeIndex, setActiveIndex] = useState(-1);
  /** Enter was pressed before the options were there: it takes the first one that matches. */
  const [isAwaited, setAwaited] = useState(false);

  const chosen = useMemo(
    () => (value === undefined ? undefined : options.find((option) => option.value === value)),
    [options, value],
  );
  const searching = typed !== null && typed !== '';
  const keys = useMemo(() => (searching ? options.map(optionKey) : null), [options, searching]);
  const shown = useMemo(() => {
    const wanted = searchText(typed ?? '').trim();
    return wanted && keys ? options.filter((_, index) => keys[index]?.includes(wanted)) : options;
  }, [options, keys, typed]);
  const active = open ? Math.min(activeIndex, shown.length - 1) : -1;
  const isLoading = notice?.kind === 'loading';

  const text = typed ?? chosen?.label ?? (value === undefined ? '' : unknownLabel);
  // The input shows the whole chosen name: what is typed next replaces it.
  useEffect(() => {
    const element = input.current;
    if (typed === null && document.activeElement === element && element?.value === text) {
      element.select();
    }
  }, [typed, text]);

  function show(): void {
    if (open || control.readOnly) return;
    onIntent?.();
    const box = container.current?.getBoundingClientRect();
    const above = box && box.bottom + LIST_ROOM_PX > window.innerHeight && box.top > LIST_ROOM_PX;
    setOpen(above ? 'above' : 'below');
    setActiveIndex(chosen ? options.indexOf(chosen) : -1);
  }

  function close(): void {
    setOpen(null);
    setTyped(null);
    setActiveIndex(-1);
    setAwaited(false);
  }

  function pick(option: ComboboxOption<T>): void {
    close();
    if (option.value !== value) onChange(option.value);
  }

  const takeAwaited = useEffectEvent(() => {
    const option = shown[active];
    if (option) pick(option);
    else if (document.activeElement === input.current) setAwaited(false);
    else close();
  });
  useEffect(() => {
    if (!isAwaited || isLoading) return;
    const afterOptions = setTimeout(takeAwaited);
    return () => clearTimeout(afterOptions);
  }, [isAwaited, isLoading]);

  function move(step: number): void {
    if (shown.length === 0) return;
    const from = active < 0 ? (step > 0 ? -1 : shown.length) : active;
    setActiveIndex(Math.max(0, Math.min(shown.length - 1, from + step)));
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const step = STEPS[event.key];
    if (step !== undefined && (open || Math.abs(step) === 1)) {
      event.preventDefault();
      if (open) move(step);
      else show();
      return;
    }
    const option = shown[active];
    if (event.key === 'Enter' && open) {
      // Enter takes the option; it does not submit the form.
      event.preventDefault();
      if (option) pick(option);
      else if (isLoading && searching) setAwaited(true);
    }
    if (event.key === 'Escape' && open) {
      event.preventDefault();
      close();
    }
  }

  return (
    <div ref={container} className="relative">
      <Input
        {...control}
        ref={input}
        role="combobox"
        aria-expanded={open !== null}
        aria-controls={open ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? optionId(listId, active) : undefined}
        autoComplete="off"
        spellCheck={false}
        className="truncate pr-10"
        placeholder={placeholder}
        value={text}
        onFocus={(event) => {
          onIntent?.();
          event.currentTarget.select();
        }}
        onClick={show}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          show();
          setTyped(target.value);
          setAwaited(false);
          setActiveIndex(target.value.trim() === '' ? -1 : 0);
        }}
        onBlur={() => {
          if (!isAwaited) close();
          onBlur?.();
        }}
      />
      <Button
        variant="ghost"
        size="icon-sm"
        tabIndex={-1}
        aria-label={t`Show options`}
        aria-describedby={labelId}
        disabled={control.readOnly}
        className="absolute top-1 right-1 text-muted"
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          input.current?.focus();
          if (open) close();
          else show();
        }}
      >
        <ChevronsUpDown aria-hidden className="size-4" />
      </Button>
      {open && (
        <div
          className={cn(
            'absolute inset-x-0 z-menu animate-fade-in rounded-lg border border-line bg-surface shadow-float',
            open === 'below' ? 'top-full mt-1' : 'bottom-full mb-1',
          )}
        >
          <ComboboxList
            id={listId}
            options={shown}
            selected={value}
            activeIndex={active}
            onActive={setActiveIndex}
            onPick={pick}
          />
          <ListNotice notice={notice} empty={shown.length === 0} />
        </div>
      )}
    </div>
  );
}

function optionKey({ label, description }: ComboboxOption<unknown>): string {
  return searchText(`${label} ${description ?? ''}`);
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: PAGE_OPTIONS,
  PageUp: -PAGE_OPTIONS,
};

/** The line below the options: they are loading, could not be loaded, or none matches. */
function ListNotice({
  notice,
  empty,
}: Pick<ComboboxProps<unknown>, 'notice'> & { empty: boolean }) {
  if (!notice) {
    return empty ? (
      <p role="status" className="px-3 pb-3 text-muted">
        {t`No matches`}
      </p>
    ) : null;
  }
  return (
    <div
      role="presentation"
      className="flex items-center justify-between gap-3 px-3 pb-3"
      // Keeps the focus in the input, and with it the list open.
      onMouseDown={(event) => event.preventDefault()}
    >
      <p role="status" className={notice.kind === 'error' ? 'text-danger' : 'text-muted'}>
        {notice.text}
      </p>
      {notice.kind === 'error' && (
        <Button variant="secondary" size="sm" tabIndex={-1} onClick={notice.onRetry}>
          {t`Retry`}
        </Button>
      )}
    </div>
  );
}
