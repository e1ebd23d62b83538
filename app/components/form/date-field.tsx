import { CalendarDays } from 'lucide-react';
import { useRef, useState } from 'react';
import { lazyModule } from '~/components/feedback/lazy-module';
import { useLazyDialog } from '~/components/feedback/use-lazy-dialog';
import { Button } from '~/components/ui/button';
import { Input } from '~/components/ui/input';
import { readDate } from '~/contract/date-text';
import { t } from '~/lib/texts';
import { firstErrorMessage } from './field-error';
import { FieldFrame, type FieldProps } from './field-frame';
import { useFieldContext } from './form-context';

const picker = lazyModule(() => import('./date-popover'));

/**
 * A calendar date, typed or picked. Value: "YYYY-MM-DD", "" when empty, otherwise the text as typed. A date that was typed in
 * another way ("12.5.1987") is shown as YYYY-MM-DD when the field is left.
 */
export function DateField(props: FieldProps) {
  const field = useFieldContext<string>();
  const { value } = field.state;
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const anchor = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const error = firstErrorMessage(field.state.meta.errors);
  const close = () => setOpen(false);
  const popover = useLazyDialog({ source: picker, open, dismiss: close, name: 'calendar' });
  return (
    <FieldFrame {...props} error={error}>
      {(control, labelId) => (
        <div ref={anchor} className="relative">
          <Input
            {...control}
            className="pr-11"
            name={field.name}
            placeholder={t`YYYY-MM-DD`}
            autoComplete="off"
            value={typed !== null && dateOf(typed) === value ? typed : value}
            onBlur={() => {
              setTyped(null);
              field.handleBlur();
            }}
            onChange={({ target }) => {
              setTyped(target.value);
              field.handleChange(dateOf(target.value));
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
              onPick={field.handleChange}
              onClose={close}
              onClosed={() => button.current?.focus()}
            />
          )}
        </div>
      )}
    </FieldFrame>
  );
}

/** The date that a text stands for, or the text itself. */
function dateOf(text: string): string {
  const date = readDate(text);
  return typeof date === 'string' ? date : text;
}
