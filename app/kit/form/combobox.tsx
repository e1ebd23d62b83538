import { useVirtualizer } from '@tanstack/react-virtual';
import { useCombobox, type UseComboboxReturnValue } from 'downshift';
import { Check } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useRef, useState, type ComponentProps } from 'react';
import { ComboboxControl, type ComboboxOption, type ComboboxProps } from './combobox-control';
import { cn } from '~/kit/ui/cn';
import { oncePer } from '~/fields/once-per';
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
export function Combobox<T>(props: ComboboxProps<T>) {
  const { control, labelId, options, value, onChange, onIntent, notice, early = {} } = props;
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  /** The text being typed; null while the chosen option's name is shown. */
  const [typed, setTyped] = useState(early.typed ?? null);
  /** Null for the chosen option, wherever it is: the list may be open before the options are there. */
  const [activeIndex, setActiveIndex] = useState(typed === null ? null : activeAfter(typed));
  /** True if Enter was pressed before the options were loaded: the first match is then taken. */
  const [isAwaited, setAwaited] = useState(early.isAwaited ?? false);

  const chosenIndex = options.findIndex((option) => option.value === value);
  const chosen = options[chosenIndex];
  const [indexOf] = useState(() =>
    oncePer((all: typeof options) =>
      indexTexts(all, ({ label, description = '' }) => [label, description]),
    ),
  );
  const matches = useMemo(() => {
    const words = findWords(typed ?? '');
    return words.length > 0 ? searchIndex(indexOf(options), words, options.length) : [...options];
  }, [indexOf, options, typed]);
  const active = Math.min(activeIndex ?? chosenIndex, matches.length - 1);
  const isLoading = notice?.kind === 'loading';
  const onRetry = notice?.kind === 'error' ? notice.onRetry : undefined;
  const message = notice?.text ?? (matches.length === 0 ? t`No matches` : '');

  const text = typed ?? chosen?.label ?? (value === undefined ? '' : (props.unknownLabel ?? ''));
  // The chosen name is selected in the input, so that typing replaces it.
  useEffect(() => {
    if (typed === null && document.activeElement === input && input?.value === text) input.select();
  }, [input, typed, text]);

  const combobox = useCombobox<ComboboxOption<T>>({
    labelId,
    items: matches,
    selectedItem: chosen ?? null,
    initialIsOpen: early.isOpen ?? false,
    inputValue: text,
    highlightedIndex: active,
    stateReducer(state, { type, changes }) {
      if (control.readOnly) return state;
      const { isOpen, highlightedIndex: from, selectedItem } = state;
      if (type === Change.InputChange)
        return { ...changes, highlightedIndex: activeAfter(changes.inputValue) };
      if (type === Change.InputBlur) return isAwaited ? state : { ...changes, selectedItem };
      if (type === Change.InputKeyDownEnter) return matches[from] ? changes : state;
      if (type === Change.InputClick) return isOpen ? state : changes;
      if (type === Change.MenuMouseLeave) return state;
      const step = STEPS.get(type);
      if (step === undefined) return changes;
      if (!isOpen) return selectedItem ? changes : { ...changes, highlightedIndex: -1 };
      // Stops at the ends, where downshift goes round.
      const to = Math.max(0, Math.min(from + step, matches.length - 1));
      return from < 0 || !changes.isOpen ? changes : { ...changes, highlightedIndex: to };
    },
    onHighlightedIndexChange: (change) => setActiveIndex(change.highlightedIndex),
    onSelectedItemChange: (change) => change.selectedItem && onChange(change.selectedItem.value),
    onIsOpenChange(change) {
      if (change.isOpen) return onIntent?.();
      setTyped(null);
      setAwaited(false);
    },
  });
  const { isOpen, closeMenu } = combobox;

  const takeAwaited = useEffectEvent(() => {
    const option = matches[active];
    if (option && option !== chosen) onChange(option.value);
    if (!option && document.activeElement === input) return setAwaited(false);
    closeMenu();
  });
  useEffect(() => {
    if (isAwaited && !isLoading) queueMicrotask(takeAwaited);
  }, [isAwaited, isLoading]);

  // The whole list is downshift's menu, so that tapping its notice does not close it.
  const { ref: popup, ...menuProps } = combobox.getMenuProps(
    { 'aria-label': t`Options`, ref: placeList },
    { suppressRefError: true },
  );
  return (
    <ComboboxControl
      input={combobox.getInputProps({
        ...control,
        ref: setInput,
        placeholder: props.placeholder,
        autoFocus: early.isFocused ?? false,
        onFocus(event) {
          onIntent?.();
          if (typed === null) event.currentTarget.select();
        },
        onKeyDown({ key, nativeEvent }) {
          // Home and End move the cursor in the text. During composition all keys belong to the input
          // method.
          if (nativeEvent.isComposing || key === 'Home' || key === 'End')
            Object.assign(nativeEvent, { preventDownshiftDefault: true });
          else if (key === 'Enter' && isLoading && typed && active < 0) setAwaited(true);
        },
        onChange(event) {
          setTyped(event.currentTarget.value);
          props.onTyped?.(event.currentTarget.value);
          setAwaited(false);
        },
        onBlur: props.onBlur,
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
          className="absolute inset-x-0 top-full z-menu mt-1 animate-fade-in rounded-lg border border-line bg-surface shadow-float data-above:top-auto data-above:bottom-full data-above:mt-0 data-above:mb-1"
        >
          <OptionList
            {...{ options: matches, value, active, menuProps }}
            getItemProps={combobox.getItemProps}
          />
          {message && <ListNotice text={message} onRetry={onRetry} />}
        </div>
      )}
    </ComboboxControl>
  );
}

/** Returns the index of the active option after a text was typed: the first match, or none. */
const activeAfter = (text = '') => (text.trim() === '' ? -1 : 0);

const { stateChangeTypes: Change } = useCombobox;

/** Number of options by which a key moves the active one. */
const STEPS: ReadonlyMap<unknown, number> = new Map([
  [Change.InputKeyDownArrowUp, -1],
  [Change.InputKeyDownArrowDown, 1],
  [Change.InputKeyDownPageUp, -10],
  [Change.InputKeyDownPageDown, 10],
]);

/** Opens a list above its input if only there is enough room. */
function placeList(list: HTMLElement | null): void {
  const { bottom = 0, top = 0 } = list?.parentElement?.getBoundingClientRect() ?? {};
  const isAbove = bottom + LIST_ROOM_PX > window.innerHeight && top > LIST_ROOM_PX;
  list?.toggleAttribute('data-above', isAbove);
}

interface OptionListProps<T> extends Pick<ComboboxProps<T>, 'options' | 'value'> {
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
  const rows = virtualizer.getVirtualItems();
  const { index: first, start: paddingTop } = rows[0] ?? { index: 0, start: 0 };
  const shown = isVirtual ? options.slice(first, first + rows.length) : options;
  return (
    <div
      {...menuProps}
      ref={list}
      className="@container max-h-72 overflow-y-auto overscroll-contain p-1"
    >
      <div
        role="presentation"
        style={isVirtual ? { height: virtualizer.getTotalSize(), paddingTop } : undefined}
      >
        {shown.map((option, at) => {
          const { label, description } = option;
          const index = first + at;
          return (
            <div
              key={String(option.value)}
              {...getItemProps({
                item: option,
                index,
                // The accessible name is the label alone; the description is its aria-describedby.
                'aria-label': label,
                'aria-describedby': description ? `${menuProps.id}-${index}` : undefined,
                'aria-selected': option.value === value,
                'aria-setsize': options.length,
                'aria-posinset': index + 1,
              })}
              data-active={index === active || undefined}
              className={cn(
                'flex h-10 cursor-pointer items-center gap-3 rounded-md px-2.5',
                'data-active:bg-accent-soft data-active:text-accent-text',
                'forced-colors:data-active:outline-2 forced-colors:data-active:-outline-offset-2',
              )}
            >
              <Check aria-hidden className="invisible size-4 shrink-0 in-aria-selected:visible" />
              {/* The description is the first to be cut, and left out of a narrow list. */}
              <span className="truncate @min-[12rem]:not-last:max-w-[calc(100%-2.5rem)] @min-[12rem]:not-last:shrink-0">
                {label}
              </span>{' '}
              {description && (
                <span
                  id={`${menuProps.id}-${index}`}
                  className="ml-auto min-w-0 truncate text-sm text-muted in-data-active:text-inherit @max-[12rem]:hidden"
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
function ListNotice({ text, onRetry }: { text: string; onRetry: (() => void) | undefined }) {
  return (
    <div
      role="presentation"
      className="flex items-center justify-between gap-3 px-3 pb-3"
      // Keeps the focus in the input, and with it the list open.
      onMouseDown={(event) => event.preventDefault()}
    >
      <p role="status" className={onRetry ? 'text-danger' : 'text-muted'}>
        {text}
      </p>
      {onRetry && (
        <Button variant="secondary" size="sm" tabIndex={-1} onClick={onRetry}>
          {t`Retry`}
        </Button>
      )}
    </div>
  );
}
