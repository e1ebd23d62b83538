import { useId, useState, type FormEvent } from 'react';
import { Button } from '~/kit/ui/button';
import { Input, Label } from '~/kit/ui/input';
import { cn } from '~/kit/ui/cn';
import { VIEW_NAME_LIMIT_CHARS } from '~/search/view-lists';
import { t } from '~/language/texts';

interface ViewNameFormProps {
  label: string;
  initial?: string;
  submitLabel: string;
  /** Called with a name; resolves to false if it could not be stored. */
  onSubmit: (name: string) => Promise<boolean>;
  onCancel?: () => void;
  className?: string;
}

export function ViewNameForm(props: ViewNameFormProps) {
  const { label, initial = '', submitLabel, onSubmit, onCancel, className } = props;
  const id = useId();
  const [name, setName] = useState(initial);
  const [isMissing, setMissing] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const trimmed = name.trim();
    setMissing(trimmed === '');
    if (trimmed !== '' && (await onSubmit(trimmed))) setName('');
  }

  return (
    <form className={cn('grid gap-1.5', className)} onSubmit={(event) => void submit(event)}>
      <Label htmlFor={id}>{label}</Label>
      <div className="flex gap-2">
        <Input
          id={id}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only field of a requested form
          autoFocus
          autoComplete="off"
          maxLength={VIEW_NAME_LIMIT_CHARS}
          value={name}
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? `${id}-error` : undefined}
          onChange={(event) => {
            setName(event.target.value);
            setMissing(false);
          }}
        />
        <Button type="submit">{submitLabel}</Button>
        {onCancel && (
          <Button variant="secondary" onClick={onCancel}>
            {t`Cancel`}
          </Button>
        )}
      </div>
      {isMissing && (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger">
          {t`A name is required`}
        </p>
      )}
    </form>
  );
}
