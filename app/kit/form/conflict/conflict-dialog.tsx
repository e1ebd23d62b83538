import { useId, useState } from 'react';
import { Button } from '~/kit/ui/button';
import { DialogWindow } from '~/kit/ui/dialog';
import { t, translate } from '~/language/texts';
import { ChoiceCard } from './choice-card';
import type { ConflictField } from './save-or-conflict';
import type { Side } from './record-shape';

interface ConflictDialogProps {
  noun: string;
  fields: readonly ConflictField[];
  onResolve: (sideOf: (name: string) => Side) => void;
  onCancel: () => void;
}

/** Shows the second of two administrators the first one's changes, to choose field by field. */
export function ConflictDialog({ noun, fields, onResolve, onCancel }: ConflictDialogProps) {
  const descriptionId = useId();
  const [sides, setSides] = useState<ReadonlyMap<string, Side>>(
    () => new Map(fields.map((field) => [field.name, field.mineTouched ? 'mine' : 'theirs'])),
  );
  const sideOf = (name: string) => sides.get(name) ?? 'theirs';
  return (
    <DialogWindow
      title={t`Someone else has changed this ${translate(noun)}`}
      titleClass="pr-10"
      aria-describedby={descriptionId}
      className="max-w-2xl"
      // A click outside of the dialog must not discard the choices.
      onInteractOutside={(event) => event.preventDefault()}
      onClose={onCancel}
      // The form takes the focus itself.
      onCloseAutoFocus={(event) => event.preventDefault()}
    >
      <p id={descriptionId} className="mt-2 text-muted">
        {t`Your changes have not been saved yet. Choose for each of these fields what to keep, then save.`}
      </p>
      <div className="mt-5 grid gap-5">
        {fields.map((field) => {
          const label = translate(field.label);
          const option = (side: Side, title: string, text: string) => (
            <ChoiceCard
              name={field.name}
              title={title}
              text={text}
              image={side === 'theirs' ? field.theirImage : null}
              imageText={t`Their ${label}`}
              checked={sideOf(field.name) === side}
              onChoose={() => setSides(new Map(sides).set(field.name, side))}
            />
          );
          return (
            <fieldset key={field.name} className="min-w-0">
              <legend className="mb-2 font-medium">{label}</legend>
              <div className="grid gap-2 sm:grid-cols-2">
                {option('theirs', t`Their value`, field.theirs)}
                {field.choosable &&
                  option(
                    'mine',
                    field.mineTouched ? t`Your value` : t`The value before`,
                    field.mine,
                  )}
              </div>
            </fieldset>
          );
        })}
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onCancel}>
          {t`Back to the form`}
        </Button>
        <Button onClick={() => onResolve(sideOf)}>{t`Save with these choices`}</Button>
      </div>
    </DialogWindow>
  );
}
