import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from './cn';

interface SelectProps<T extends string | number> extends Omit<
  ComponentProps<'select'>,
  'value' | 'onChange'
> {
  options: readonly T[];
  labelOf: (option: T) => string;
  value: T;
  onChange: (value: T) => void;
}

/** The browser's own select, styled like the other controls. Use a combobox for long lists. */
export function Select<T extends string | number>(props: SelectProps<T>) {
  const { options, labelOf, onChange, className, ...select } = props;
  return (
    <span className="relative block">
      <select
        className={cn('control appearance-none pr-9', className)}
        onChange={({ target }) => {
          const chosen = options.find((option) => String(option) === target.value);
          if (chosen !== undefined) onChange(chosen);
        }}
        {...select}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {labelOf(option)}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
