import { CalendarDays } from 'lucide-react';
import { useRef, useState } from 'react';
import { lazyModule, useLazyModule } from '~/components/feedback/lazy-module';
import { Button } from '~/components/ui/button';
import { Input } from '~/components/ui/input';
import { firstErrorMessage } from './field-error';
import { FieldFrame, type FieldProps } from './field-frame';
import { useFieldContext } from './form-context';

const picker = lazyModule(() => import('./date-popover'));

/** A calendar date, typed or picked. Value: "YYYY-MM-DD", "" when empty, otherwise the text as typed. */
export function DateField(props: FieldProps) {
  const field = useFieldContext<string>();
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const error = firstErrorMessage(field.state.meta.errors);
  const DatePopover = useLazyModule(picker, open).module?.DatePopover;
  return (
    <FieldFrame {...props} error={error}>
      {(control, labelId) => (
        <div ref={anchor} className="relative">
          <Input
            {...control}
            className="pr-11"
            name={field.name}
            placeholder="YYYY-MM-DD"
            autoComplete="off"
            value={field.state.value}
            onBlur={field.handleBlur}
            onChange={(event) => field.handleChange(event.target.value)}
          />
          <Button
            ref={button}
            variant="ghost"
            size="icon-sm"
            className="absolute top-1 right-1"
            aria-label="Open calendar"
            aria-describedby={labelId}
            aria-haspopup="dialog"
            aria-expanded={open}
            disabled={props.disabled}
            onClick={() => setOpen(!open)}
          >
            <CalendarDays aria-hidden className="size-4" />
          </Button>
          {DatePopover && (
            <DatePopover
              open={open}
              anchor={anchor}
              labelId={labelId}
              value={field.state.value}
              onPick={field.handleChange}
              onClose={() => setOpen(false)}
              onClosed={() => button.current?.focus()}
            />
          )}
        </div>
      )}
    </FieldFrame>
  );
}
