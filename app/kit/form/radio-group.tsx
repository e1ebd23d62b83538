import { useId } from 'react';

interface RadioGroupProps<T extends string> {
  legend: string;
  options: readonly T[];
  labelOf: (option: T) => string;
  value: T;
  onChange: (value: T) => void;
}

/** A choice among few options that are all visible. */
export function RadioGroup<T extends string>(props: RadioGroupProps<T>) {
  const { legend, options, labelOf, value, onChange } = props;
  const name = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-medium">{legend}</legend>
      {options.map((option) => (
        <label key={option} className="flex items-center gap-2">
          <input
            type="radio"
            name={name}
            checked={value === option}
            onChange={() => onChange(option)}
          />
          {labelOf(option)}
        </label>
      ))}
    </fieldset>
  );
}
