import { DayPicker, type Modifiers } from '@daypicker/react';
import { de, fr, it } from '@daypicker/react/locale';
import * as Popover from 'radix-ui/popover';
import type { RefObject } from 'react';
import { formatFullDate } from '~/language/format';
import { currentLocale, t } from '~/language/texts';

/** First month of the picker. A few buildings are older; their dates can be typed. */
const FIRST_MONTH = new Date(1850, 0);
const LAST_MONTH = new Date(new Date().getFullYear() + 10, 11);

/**
 * Label of a day: "Sunday, May 6, 2001". It contains the visible number, unlike the library's "6th" (WCAG
 * 2.5.3).
 */
function dayLabel(date: Date, { selected, today }: Modifiers): string {
  const parts = [today && t`Today`, formatFullDate(date), selected && t`selected`];
  return parts.filter(Boolean).join(', ');
}

/** Names and labels by language. The library's own are English. */
const LOCALES: Record<string, typeof de> = { 'de-CH': de, 'fr-CH': fr, 'it-CH': it };

interface DatePopoverProps {
  open: boolean;
  anchor: RefObject<HTMLElement | null>;
  labelId: string;
  selected: Date | undefined;
  onPick: (date: Date) => void;
  onClose: () => void;
  /** Called after the calendar has closed, to restore the focus. */
  onClosed: () => void;
}

/** The calendar below a date field. Keys: arrows, Page Up and Down, Home and End, Escape. */
export function DatePopover(props: DatePopoverProps) {
  const { open, anchor, labelId, selected, onPick, onClose, onClosed } = props;
  return (
    <Popover.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Popover.Anchor virtualRef={anchor} />
      <Popover.Portal>
        <Popover.Content
          aria-labelledby={labelId}
          align="start"
          sideOffset={6}
          collisionPadding={12}
          className="z-popover animate-fade-in rounded-lg border border-line bg-surface p-3 text-ink shadow-float focus:outline-none"
          // The input's own button toggles the calendar; closing it here too would open it again.
          onInteractOutside={(event) => {
            if (event.target instanceof Node && anchor.current?.contains(event.target))
              event.preventDefault();
          }}
          onCloseAutoFocus={onClosed}
        >
          <DayPicker
            mode="single"
            // Picking the selected day again keeps it instead of clearing the field.
            required
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the calendar was just opened
            autoFocus
            captionLayout="dropdown"
            navLayout="around"
            weekStartsOn={1}
            startMonth={FIRST_MONTH}
            endMonth={LAST_MONTH}
            {...(selected && { defaultMonth: selected })}
            selected={selected}
            onSelect={(date) => {
              onPick(date);
              onClose();
            }}
            classNames={CALENDAR_CLASSES}
            labels={{ labelDayButton: dayLabel }}
            locale={LOCALES[currentLocale()]}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The calendar's classes by the library's element names; the library's stylesheet is not used. */
const CALENDAR_CLASSES = {
  root: 'tabular-nums',
  month: 'grid grid-cols-[auto_1fr_auto] items-center gap-y-2',
  month_caption: 'flex justify-center',
  dropdowns: 'flex gap-1.5',
  dropdown: 'h-8 cursor-pointer rounded-md bg-surface px-1.5 font-medium hover:bg-sunken',
  caption_label: 'hidden',
  button_previous:
    'grid size-8 place-items-center rounded-md hover:bg-sunken aria-disabled:opacity-40',
  button_next: 'grid size-8 place-items-center rounded-md hover:bg-sunken aria-disabled:opacity-40',
  chevron: 'size-4 fill-current',
  month_grid: 'col-span-3 border-collapse',
  weekday: 'size-9 text-xs font-medium text-muted',
  day: 'group/day p-0 text-center',
  day_button:
    'grid size-9 place-items-center rounded-md hover:bg-sunken group-aria-selected/day:bg-accent group-aria-selected/day:text-on-accent forced-colors:group-aria-selected/day:outline-2',
  today: 'font-semibold text-accent-text',
  hidden: 'invisible',
} as const;
