import { useEffect, useId, useRef, type ComponentProps, type ReactNode } from 'react';
import { Input, Label } from '~/kit/ui/input';
import { t, translate } from '~/language/texts';

interface CodeFieldProps {
  hint: string;
  control: ComponentProps<typeof Input> & { id: string };
  error: ReactNode;
}

/** The field for the code of the second factor. It takes the focus when it appears. */
export function CodeField({ hint, control, error }: CodeFieldProps) {
  const hintId = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const describedBy = control['aria-describedby'];
  return (
    <div className="grid gap-1.5">
      <Label htmlFor={control.id}>{t`Authentication code`}</Label>
      <Input
        {...control}
        ref={input}
        autoComplete="one-time-code"
        aria-describedby={describedBy ? `${describedBy} ${hintId}` : hintId}
      />
      <p id={hintId} className="text-muted">
        {translate(hint)}
      </p>
      {error}
    </div>
  );
}
