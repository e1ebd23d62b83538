import { CalendarDays } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ComponentProps } from 'react';
import { lazyPart } from '~/kit/feedback/lazy-part';
import { Button } from '~/kit/ui/button';
import { Input } from '~/kit/ui/input';
import { dayAfter } from '~/fields/calendar-day';
import { readDate } from '~/fields/date-text';
import { t } from '~/language/texts';
import { FieldFrame, type FieldProps, useFieldContext } from './field-frame';

const PopoverPart = lazyPart(() => import('./date-popover'));

interface DateInputProps extends Omit<ComponentProps<typeof Input>, 'onChange' | 'onBlur'> {
  labelId: string;
  /** "YYYY-MM-DD", '' if empty, otherwise the typed text. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
}

/** A calendar date in a form. Its value is that of DateInput. */
export function DateField(props: FieldProps) {
  const field = useFieldContext<string>();
  return (
    <FieldFrame {...props} errors={field.state.meta.errors}>
      {(control, labelId) => (
        <DateInput
          {...control}
          name={field.name}
          labelId={labelId}
          value={field.state.value}
          onBlur={field.handleBlur}
          onChange={field.handleChange}
        />
      )}
    </FieldFrame>
  );
}

/**
 * A calendar date, typed or picked. When the field loses the focus, "12.5.1987" becomes 12.05.1987 in
 * German, and 1987-05-12 in English, where 05/12/1987 would have two readings.
 */
export function DateInput({ labelId, value, onChange, onBlur, ...control }: DateInputProps) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const anchor = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  return (
    <div ref={anchor} className="relative">
      <Input
        {...control}
        className="pr-11"
        placeholder={t`YYYY-MM-DD`}
        autoComplete="off"
        value={typed !== null && dateOf(typed) === value ? typed : shownDate(value)}
        onBlur={() => {
          setTyped(null);
          onBlur?.();
        }}
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(dateOf(target.value));
        }}
      />
      <Button
        ref={button}
        variant="ghost"
        size="icon-sm"
        className="absolute top-1 right-1"
        aria-label={t`Open calendar`}
        aria-describedby={labelId}
        aria-haspopup="dialog"
        aria-expanded={open}
        disabled={control.disabled || control.readOnly}
        onClick={() => setOpen(!open)}
      >
        <CalendarDays aria-hidden className="size-4" />
      </Button>
      <PopoverPart open={open} onClose={close}>
        {({ DatePopover }) => (
          <DatePopover
            open={open}
            anchor={anchor}
            labelId={labelId}
            selected={parseCalendarDate(value)}
            onPick={(date) => onChange(formatCalendarDate(date))}
            onClose={close}
            onClosed={() => button.current?.focus()}
          />
        )}
      </PopoverPart>
    </div>
  );
}

interface DayChoiceProps {
  label: string;
  day: string;
  /** Called with a complete day in the years of a tenancy, or with an empty text. */
  onDay: (day: string) => void;
}

/**
 * Chooses the day that a screen is about. When the screen shows another day, such as by Back, it replaces
 * the text. A day that was typed here does not: by the time it is shown, more may have been typed.
 */
export function DayChoice({ label, day, onDay }: DayChoiceProps) {
  const labelId = useId();
  const [text, setText] = useState(day);
  /** Days typed here that the screen has not shown yet. */
  const sent = useRef<string[]>([]);
  useEffect(() => {
    const own = sent.current.lastIndexOf(day);
    sent.current = own < 0 ? [] : sent.current.slice(own + 1);
    if (own < 0) setText(day);
  }, [day]);
  return (
    <span className="flex items-center gap-2 print:hidden">
      <label id={labelId} htmlFor={`${labelId}-day`} className="whitespace-nowrap">
        {label}
      </label>
      <DateInput
        id={`${labelId}-day`}
        labelId={labelId}
        value={text}
        onChange={(typed) => {
          setText(typed);
          if (typed !== '' && dayAfter(typed) === null) return;
          sent.current.push(typed);
          onDay(typed);
        }}
      />
    </span>
  );
}

/** The date of a text, or the text itself if it is no date. */
function dateOf(text: string): string {
  const date = readDate(text);
  return typeof date === 'string' ? date : text;
}

/** A date in the format of the placeholder, if its year has four digits. Other texts stay as they are. */
function shownDate(text: string): string {
  const [year, month, day] = text.split('-');
  if (!year || !month || !day) return text;
  const withYear = t`YYYY-MM-DD`.replace(/(\p{L})\1{3}/u, year);
  const shown = withYear.replace('MM', month).replace(/(\p{L})\1/u, day);
  return readDate(shown) === text ? shown : text;
}

/* Only local parts of the date picker's dates are read and written, so that no time zone can shift a day. */

/** The local midnight of a calendar date, or undefined for anything else (2025-02-30 included). */
export function parseCalendarDate(day: string): Date | undefined {
  const date = new Date(`${day}T00:00`);
  return formatCalendarDate(date) === day ? date : undefined;
}

export function formatCalendarDate(date: Date): string {
  // The Swedish format is that of ISO 8601, but leaves out the zeros of an early year.
  return date.toLocaleDateString('sv-SE').padStart('YYYY-MM-DD'.length, '0');
}
