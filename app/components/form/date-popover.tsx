import { DayPicker, type Modifiers } from '@daypicker/react';
import { useState, type RefObject } from 'react';
import { PopoverAnchor, PopoverContent, PopoverRoot } from '~/components/ui/popover';
import { CALENDAR_CLASSES } from './calendar-classes';
import { formatCalendarDate, parseCalendarDate } from './calendar-date';

/** The oldest buildings still in use are medieval, but few are entered by picking. */
const FIRST_MONTH = new Date(1850, 0);
const YEARS_AHEAD = 10;

const dayName = new Intl.DateTimeFormat('en-US', { dateStyle: 'full' });

/** "Sunday, May 6, 2001": it contains the visible number, which the library's "6th" does not (WCAG 2.5.3). */
function dayLabel(date: Date, { selected, today }: Modifiers): string {
  return `${today ? 'Today, ' : ''}${dayName.format(date)}${selected ? ', selected' : ''}`;
}

interface DatePopoverProps {
  open: boolean;
  anchor: RefObject<HTMLElement | null>;
  labelId: string;
  /** The field's text, which may not be a date. */
  value: string;
  onPick: (text: string) => void;
  onClose: () => void;
  /** The calendar has closed; restore the focus. */
  onClosed: () => void;
}

/** The calendar below a date field. Keys: arrows, Page Up and Down, Home and End, Escape. */
export function DatePopover({
  open,
  anchor,
  labelId,
  value,
  onPick,
  onClose,
  onClosed,
}: DatePopoverProps) {
  const [today] = useState(() => new Date());
  const selected = parseCalendarDate(value);
  return (
    <PopoverRoot open={open} onOpenChange={(next) => !next && onClose()}>
      <PopoverAnchor virtualRef={anchor} />
      <PopoverContent
        aria-labelledby={labelId}
        // The input's own button toggles the calendar; closing it here too would open it again.
        onInteractOutside={(event) => {
          if (event.target instanceof Node && anchor.current?.contains(event.target))
            event.preventDefault();
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          onClosed();
        }}
      >
        <DayPicker
          mode="single"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a calendar that was just opened is where the focus belongs
          autoFocus
          captionLayout="dropdown"
          navLayout="around"
          weekStartsOn={1}
          startMonth={FIRST_MONTH}
          endMonth={new Date(today.getFullYear() + YEARS_AHEAD, 11)}
          defaultMonth={selected ?? today}
          selected={selected}
          onSelect={(date) => {
            // Picking the selected day again keeps it instead of clearing the field.
            if (date) onPick(formatCalendarDate(date));
            onClose();
          }}
          classNames={CALENDAR_CLASSES}
          labels={{ labelDayButton: dayLabel }}
        />
      </PopoverContent>
    </PopoverRoot>
  );
}
