import type { ComponentProps } from 'react';
import { cn } from './cn';

/** The browser neither capitalizes nor corrects a code. */
const OF_CODES = { autoCapitalize: 'none', spellCheck: false };

export function Input({ className, type = 'text', ...props }: ComponentProps<'input'>) {
  const own = props.autoComplete === 'one-time-code' ? OF_CODES : {};
  return <input type={type} className={cn('control', className)} {...own} {...props} />;
}
