import { X } from 'lucide-react';
import { useRef, type KeyboardEvent } from 'react';
import { FieldFrame } from '~/kit/form/field-frame';
import { Button } from '~/kit/ui/button';
import { Checkbox } from '~/kit/ui/checkbox';
import { Input } from '~/kit/ui/input';
import { Label } from '~/kit/ui/label';
import { addParkingSpots, NO_PARKING } from '~/apartments/parking';
import { t, translate } from '~/language/texts';

export interface ParkingValue {
  spots: readonly string[];
  none: boolean;
  /** The typed spot that is not yet added. */
  entry: string;
}

interface ParkingSpotsFieldProps {
  value: ParkingValue;
  onChange: (value: ParkingValue) => void;
  errors: readonly unknown[];
  disabled: boolean;
}

/** Adding a spot unticks None, ticking None clears the spots, and removing the last spot ticks None. */
export function ParkingSpotsField({ value, onChange, errors, disabled }: ParkingSpotsFieldProps) {
  const { spots, none, entry } = value;
  const input = useRef<HTMLInputElement>(null);

  const add = () => {
    const next = addParkingSpots(spots, entry);
    onChange({ spots: next, none: none && next.length === 0, entry: '' });
    input.current?.focus();
  };
  const remove = (spot: string) => {
    const next = spots.filter((other) => other !== spot);
    onChange({ ...value, spots: next, none: next.length === 0 });
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // Enter adds the spot; it does not submit the form.
    event.preventDefault();
    add();
  };

  return (
    <FieldFrame label={t`Parking Spots`} errors={errors}>
      {(control) => (
        <>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <span className="flex min-w-0 flex-1 basis-48 gap-2">
              <Input
                {...control}
                ref={input}
                autoComplete="off"
                disabled={disabled}
                value={entry}
                onChange={(event) => onChange({ ...value, entry: event.target.value })}
                onKeyDown={onKeyDown}
              />
              <Button variant="secondary" disabled={disabled} onClick={add}>
                {t`Add`}
              </Button>
            </span>
            <Label className="flex min-h-10 items-center gap-2">
              <Checkbox
                checked={none}
                disabled={disabled}
                onCheckedChange={(checked) =>
                  onChange({ ...value, none: checked, spots: checked ? [] : spots })
                }
              />
              {translate(NO_PARKING)}
            </Label>
          </div>
          {spots.length > 0 && (
            <ul aria-label={t`Parking spots`} className="flex flex-wrap gap-2">
              {spots.map((spot) => (
                <li
                  key={spot}
                  className="flex items-center gap-1 rounded-md bg-accent-soft py-1 pr-1 pl-2.5 wrap-anywhere text-accent-text"
                >
                  {spot}
                  <button
                    type="button"
                    aria-label={t`Remove parking spot ${spot}`}
                    disabled={disabled}
                    className="grid size-6 shrink-0 place-items-center rounded-sm hover:bg-surface"
                    onClick={() => remove(spot)}
                  >
                    <X aria-hidden className="size-4" />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </FieldFrame>
  );
}
