import { useVirtualizer } from '@tanstack/react-virtual';
import { useCombobox, type UseComboboxReturnValue } from 'downshift';
import { Check } from 'lucide-react';
import {
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
} from 'react';
import {
  ComboboxControl,
  UNTOUCHED,
  type ComboboxOption,
  type ComboboxProps,
  type EarlyUse,
} from './combobox-control';
import { cn } from '~/kit/ui/cn';
import { findWords } from '~/fields/search-text';
import { indexTexts, searchIndex } from '~/fields/text-index';
import { t } from '~/language/texts';
import { Button } from '~/kit/ui/button';

/** Height of the open list in pixels. With less space below, it opens above the input. */
const LIST_ROOM_PX = 320;
/** Up to this many options are all rendered; above, only the visible ones are. */
const VIRTUAL_ABOVE_OPTIONS = 100;
const OPTION_HEIGHT_PX = 40;

/**
 * A searchable select: downshift adds the keys and the ARIA pattern, react-virtual the rows of a long list.
 * Typing filters. Enter takes the active option. If the options are not loaded yet, it takes the first
 * match as soon as they are. Escape and Tab keep the previous choice.
 */
export function Combobox<T>(props: ComboboxProps<T> & { early?: EarlyUse }) {
  const { control, labelId, options, value, onChange, onBlur, onIntent, notice } = props;
  const { early = UNTOUCHED } = props;
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  /** The text being typed; null while the chosen option's name is shown. */
  const [typed, setTyped] = useState(early.typed);
  /** Null for the chosen option, wherever it is: the list was opened before the options were there. */
  const [activeIndex, setActiveIndex] = useState(
    early.isOpen && early.typed === null ? null : activeAfter(early.typed ?? ''),
  );
  const [isAbove, setAbove] = useState(false);
  /** True if Enter was pressed before the options were loaded: the first match is then taken. */
  const [isAwaited, setAwaited] = useState(early.isAwaited);

  const chosen = useMemo(
    () => (value === undefined ? undefined : options.find((option) => option.value === value)),
    [options, value],
  );
  const searching = typed !== null && typed !== '';
  const index = useMemo(
    () =>
      searching ? indexTexts(options, ({ label, description = '' }) => [label, description]) : null,
    [options, searching],
  );
  const matches = useMemo(() => {
    const words = findWords(typed ?? '');
    return index && words.length > 0 ? searchIndex(index, words, options.length) : [...options];
  }, [options, index, typed]);
  const active = Math.min(
    activeIndex ?? (chosen ? options.indexOf(chosen) : -1),
    matches.length - 1,
  );
  const isLoading = notice?.kind === 'loading';

  const text = typed ?? chosen?.label ?? (value === undefined ? '' : (props.unknownLabel ?? ''));
  // The chosen name is selected in the input, so that typing replaces it.
  useEffect(() => {
    if (typed === null && document.activeElement === input && input?.value === text) input.select();
  }, [input, typed, text]);

  function forget(): void {
    setTyped(null);
    setAwaited(false);
  }

  function place(element: HTMLInputElement | null): void {
    const { bottom = 0, top = 0 } = element?.getBoundingClientRect() ?? {};
    setAbove(bottom + LIST_ROOM_PX > window.innerHeight && top > LIST_ROOM_PX);
  }

  const combobox = useCombobox<ComboboxOption<T>>({
    labelId,
    items: matches,
    itemToString: (option) => option?.label ?? '',
    selectedItem: chosen ?? null,
    initialIsOpen: early.isOpen,
    inputValue: text,
    highlightedIndex: active,
    stateReducer(state, { type, changes }) {
      if (control.readOnly) return state;
      const { isOpen, highlightedIndex: from, selectedItem } = state;
      const isBack = BACK.has(type);
      if (type === Change.InputChange)
        return { ...changes, highlightedIndex: activeAfter(changes.inputValue) };
      if (type === Change.InputBlur) return isAwaited ? state : { ...changes, selectedItem };
      if (type === Change.InputKeyDownEnter) return matches[from] ? changes : state;
      if (type === Change.InputKeyDownEscape) return isOpen ? changes : state;
      if (type === Change.InputClick) return isOpen ? state : changes;
      if (type === Change.MenuMouseLeave) return state;
      if (!isBack && !FORWARD.has(type)) return changes;
      if (!isOpen) return selectedItem ? changes : { ...changes, highlightedIndex: -1 };
      const { highlightedIndex: to = -1 } = changes;
      const hasGoneRound = from >= 0 && (isBack ? to >= from : to <= from);
      return hasGoneRound ? { highlightedIndex: isBack ? 0 : matches.length - 1 } : changes;
    },
    onHighlightedIndexChange: (change) => setActiveIndex(change.highlightedIndex),
    onSelectedItemChange: (change) => change.selectedItem && onChange(change.selectedItem.value),
    onIsOpenChange(change) {
      if (!change.isOpen) return forget();
      onIntent?.();
      place(input);
    },
  });
  const { isOpen, closeMenu } = combobox;

  const takeAwaited = useEffectEvent(() => {
    const option = matches[active];
    if (option && option !== chosen) onChange(option.value);
    if (!option && document.activeElement === input) return setAwaited(false);
    forget();
    closeMenu();
  });
  useEffect(() => {
    if (!isAwaited || isLoading) return;
    const afterOptions = setTimeout(takeAwaited);
    return () => clearTimeout(afterOptions);
  }, [isAwaited, isLoading]);

  // The whole list is downshift's menu, so that tapping its notice does not close it.
  const { ref: popup, ...menuProps } = combobox.getMenuProps(
    { 'aria-label': t`Options` },
    { suppressRefError: true },
  );
  return (
    <ComboboxControl
      input={combobox.getInputProps({
        ...control,
        ref: setInput,
        placeholder: props.placeholder,
        autoFocus: early.isFocused,
        onFocus(event) {
          onIntent?.();
          // A lazy combobox may be open when this code arrives.
          place(event.currentTarget);
          if (typed === null) event.currentTarget.select();
        },
        onKeyDown({ key, nativeEvent }) {
          // Home and End move the cursor in the text. During composition all keys belong to the input
          // method.
          if (nativeEvent.isComposing || key === 'Home' || key === 'End')
            Object.assign(nativeEvent, { preventDownshiftDefault: true });
          else if (key === 'Enter' && isLoading && searching && active < 0) setAwaited(true);
        },
        onChange(event) {
          setTyped(event.currentTarget.value);
          setActiveIndex(activeAfter(event.currentTarget.value));
          props.onTyped?.(event.currentTarget.value);
          setAwaited(false);
        },
        onBlur: () => onBlur?.(),
      })}
      toggle={combobox.getToggleButtonProps({
        'aria-describedby': labelId,
        'aria-controls': undefined,
        'aria-expanded': undefined,
        disabled: control.readOnly ?? false,
      })}
    >
      {isOpen && (
        <div
          ref={popup}
          className={cn(
            'absolute inset-x-0 z-menu animate-fade-in rounded-lg border border-line bg-surface shadow-float',
            isAbove ? 'bottom-full mb-1' : 'top-full mt-1',
          )}
        >
          <OptionList
            {...{ options: matches, value, active, menuProps }}
            getItemProps={combobox.getItemProps}
          />
          <ListNotice notice={notice} empty={matches.length === 0} />
        </div>
      )}
    </ComboboxControl>
  );
}

/** Returns the index of the active option after a text was typed: the first match, or none. */
function activeAfter(text = ''): number {
  return text.trim() === '' ? -1 : 0;
}

const { stateChangeTypes: Change } = useCombobox;

const BACK: ReadonlySet<unknown> = new Set([Change.InputKeyDownArrowUp, Change.InputKeyDownPageUp]);
const FORWARD: ReadonlySet<unknown> = new Set([
  Change.InputKeyDownArrowDown,
  Change.InputKeyDownPageDown,
]);

interface OptionListProps<T> {
  options: readonly ComboboxOption<T>[];
  value: T | undefined;
  /** Index of the active option, or -1. */
  active: number;
  menuProps: ComponentProps<'div'>;
  getItemProps: UseComboboxReturnValue<ComboboxOption<T>>['getItemProps'];
}

/**
 * The options of an open combobox. Screen readers announce the full number, even if only some are rendered.
 */
function OptionList<T>({ options, value, active, menuProps, getItemProps }: OptionListProps<T>) {
  const isVirtual = options.length > VIRTUAL_ABOVE_OPTIONS;
  const list = useRef<HTMLDivElement>(null);
  const aboutId = useId();
  // oxlint-disable-next-line react/incompatible-library -- about React Compiler, which is not in use
  const virtualizer = useVirtualizer({
    count: options.length,
    enabled: isVirtual,
    getScrollElement: () => list.current,
    estimateSize: () => OPTION_HEIGHT_PX,
    overscan: 6,
  });
  useEffect(() => {
    if (isVirtual && active >= 0) virtualizer.scrollToIndex(active);
  }, [isVirtual, virtualizer, active]);
  const rows = isVirtual
    ? virtualizer.getVirtualItems()
    : options.map((_, index) => ({ index, start: undefined }));
  return (
    <div
      {...menuProps}
      ref={list}
      className="@container max-h-72 overflow-y-auto overscroll-contain p-1"
    >
      <div
        role="presentation"
        className="relative"
        style={isVirtual ? { height: virtualizer.getTotalSize() } : undefined}
      >
        {rows.map(({ index, start }) => {
          const option = options[index];
          if (!option) return null;
          const { label, description } = option;
          const isActive = index === active;
          return (
            <div
              key={String(option.value)}
              {...getItemProps({
                item: option,
                index,
                // The accessible name is the label alone; the description is its aria-describedby.
                'aria-label': label,
                'aria-describedby': description ? `${aboutId}-${index}` : undefined,
                'aria-selected': option.value === value,
                'aria-setsize': options.length,
                'aria-posinset': index + 1,
              })}
              className={cn(
                'flex h-10 cursor-pointer items-center gap-3 rounded-md px-2.5',
                isActive &&
                  'bg-accent-soft text-accent-text forced-colors:outline-2 forced-colors:-outline-offset-2',
                start !== undefined && 'absolute inset-x-0 top-0',
              )}
              style={start === undefined ? undefined : { transform: `translateY(${start}px)` }}
            >
              <Check
                aria-hidden
                className={cn('size-4 shrink-0', option.value !== value && 'invisible')}
              />
              {/* The description is the first to be cut, and left out of a narrow list. */}
              <span
                className={cn(
                  'truncate',
                  description && '@min-[12rem]:max-w-[calc(100%-2.5rem)] @min-[12rem]:shrink-0',
                )}
              >
                {label}
              </span>{' '}
              {description && (
                <span
                  id={`${aboutId}-${index}`}
                  className={cn(
                    'ml-auto min-w-0 truncate text-sm @max-[12rem]:hidden',
                    !isActive && 'text-muted',
                  )}
                >
                  {description}
                </span>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

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
