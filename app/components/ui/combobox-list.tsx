import { useVirtualizer } from '@tanstack/react-virtual';
import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { cn } from '~/lib/cn';
import { t } from '~/lib/texts';

export interface ComboboxOption<T> {
  value: T;
  label: string;
  /** Distinguishes options of the same name; shown next to it. */
  description?: string | undefined;
}

/** Up to this many options are all rendered; above, only the visible ones are. */
const VIRTUAL_ABOVE_OPTIONS = 100;
const OPTION_HEIGHT_PX = 40;

interface ComboboxListProps<T> {
  id: string;
  options: readonly ComboboxOption<T>[];
  selected: T | undefined;
  /** The index of the active option, -1 for none. */
  activeIndex: number;
  onActive: (index: number) => void;
  onPick: (option: ComboboxOption<T>) => void;
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** The options of an open combobox. Screen readers announce their number even where most are not rendered. */
export function ComboboxList<T>(props: ComboboxListProps<T>) {
  const { id, options, activeIndex } = props;
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
    if (isVirtual && activeIndex >= 0) virtualizer.scrollToIndex(activeIndex);
  }, [isVirtual, virtualizer, activeIndex]);
  const shown = isVirtual
    ? virtualizer.getVirtualItems()
    : options.map((_, index) => ({ index, start: undefined }));
  return (
    // Not the field's label: a label names one control. The list is reached from its field alone.
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={t`Options`}
      className="max-h-72 overflow-y-auto overscroll-contain p-1"
    >
      <div
        role="presentation"
        className="relative"
        style={isVirtual ? { height: virtualizer.getTotalSize() } : undefined}
      >
        {shown.map(({ index, start }) => {
          const option = options[index];
          return (
            option && (
              <Option
                key={String(option.value)}
                index={index}
                option={option}
                active={index === activeIndex}
                top={start}
                {...props}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

interface OptionProps<T> extends ComboboxListProps<T> {
  option: ComboboxOption<T>;
  index: number;
  active: boolean;
  /** Its offset in a virtual list, in pixels. */
  top: number | undefined;
}

function Option<T>({
  id: listId,
  options,
  option,
  index,
  active,
  top,
  selected,
  onActive,
  onPick,
}: OptionProps<T>) {
  const element = useRef<HTMLDivElement>(null);
  const chosen = option.value === selected;
  const id = optionId(listId, index);
  const { label, description } = option;
  useEffect(() => {
    if (active && top === undefined) element.current?.scrollIntoView({ block: 'nearest' });
  }, [active, top]);
  return (
    // The combobox handles the keys of its options: the focus never leaves its input.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      ref={element}
      id={id}
      role="option"
      // The accessible name is the label alone; the description is its aria-describedby.
      aria-label={label}
      aria-describedby={description ? `${id}-about` : undefined}
      aria-selected={chosen}
      aria-setsize={options.length}
      aria-posinset={index + 1}
      className={cn(
        'flex h-10 cursor-pointer items-center gap-3 rounded-md px-2.5',
        active &&
          'bg-accent-soft text-accent-text forced-colors:outline-2 forced-colors:-outline-offset-2',
        top !== undefined && 'absolute inset-x-0 top-0',
      )}
      style={top === undefined ? undefined : { transform: `translateY(${top}px)` }}
      // Keeps the focus in the input.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={() => active || onActive(index)}
      onClick={() => onPick(option)}
    >
      <Check aria-hidden className={cn('size-4 shrink-0', !chosen && 'invisible')} />
      <span className="truncate">{label}</span>{' '}
      {description && (
        <span
          id={`${id}-about`}
          className={cn('ml-auto min-w-0 truncate pl-3 text-sm', !active && 'text-muted')}
        >
          {description}
        </span>
      )}
    </div>
  );
}
