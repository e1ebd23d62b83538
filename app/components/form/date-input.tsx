import { CalendarDays } from 'lucide-react';
import { useRef, useState, type ComponentProps } from 'react';
import { lazyModule } from '~/components/feedback/lazy-module';
import { useLazyDialog } from '~/components/feedback/use-lazy-dialog';
import { Button } from '~/components/ui/button';
import { Input } from '~/components/ui/input';
import { readDate } from '~/contract/date-text';
import { t } from '~/lib/texts';

const picker = lazyModule(() => import('./date-popover'));

interface DateInputProps extends Omit<ComponentProps<typeof Input>, 'onChange' | 'onBlur'> {
  labelId: string;
  /** "YYYY-MM-DD", "" when empty, otherwise the text as typed. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
}

/** A calendar date, typed or picked. "12.5.1987" is shown as YYYY-MM-DD when the field is left. */
export function DateInput({ labelId, value, onChange, onBlur, ...control }: DateInputProps) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const anchor = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  const popover = useLazyDialog({ source: picker, open, dismiss: close, name: 'calendar' });
  return (
    <div ref={anchor} className="relative">
      <Input
        {...control}
        className="pr-11"
        placeholder={t`YYYY-MM-DD`}
        autoComplete="off"
        value={typed !== null && dateOf(typed) === value ? typed : value}
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
      {popover && (
        <popover.DatePopover
          open={open}
          anchor={anchor}
          labelId={labelId}
          value={value}
          onPick={onChange}
          onClose={close}
          onClosed={() => button.current?.focus()}
        />
      )}
    </div>
  );
}

/** The date that a text stands for, or the text itself. */
function dateOf(text: string): string {
  const date = readDate(text);
  return typeof date === 'string' ? date : text;
}
