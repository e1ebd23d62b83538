import { Checkbox } from '~/kit/ui/input';
import { FieldFrame, useFieldContext } from './field-frame';

/** A checkbox before its label. */
export function BoxField({ label }: { label: string }) {
  const { state, handleChange } = useFieldContext<boolean>();
  return (
    <FieldFrame
      label={label}
      errors={state.meta.errors}
      className="col-span-full grid-cols-[auto_minmax(0,1fr)] items-center *:first:col-start-2 *:first:row-start-1 [&>p]:col-span-full"
    >
      {({ readOnly: _fixed, ...control }) => (
        <Checkbox {...control} checked={state.value} onCheckedChange={handleChange} />
      )}
    </FieldFrame>
  );
}
