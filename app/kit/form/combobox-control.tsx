import { ChevronsUpDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { t } from '~/language/texts';
import { Button } from '~/kit/ui/button';
import { Input } from '~/kit/ui/input';
import type { ControlProps } from './field-frame';

export interface ComboboxOption<T> {
  value: T;
  label: string;
  /** Distinguishes options of the same name; shown next to it. */
  description?: string | undefined;
}

export type ComboboxNotice =
  | { kind: 'loading'; text: string }
  | { kind: 'error'; text: string; onRetry: () => void };

/** State of a combobox that was used while its code was still being loaded (lazy-combobox.tsx). */
export interface EarlyUse {
  isFocused?: boolean;
  typed?: string | null;
  isOpen?: boolean;
  /** True if Enter was pressed, so that the first match is taken once options are loaded. */
  isAwaited?: boolean;
}

export interface ComboboxProps<T> {
  /** Connects the input with its label, hint and error. */
  control: { id: string } & Partial<ControlProps>;
  labelId: string;
  options: readonly ComboboxOption<T>[];
  /** The chosen option's value; undefined while nothing is chosen. */
  value: T | undefined;
  onChange: (value: T) => void;
  onBlur?: (() => void) | undefined;
  /** Called with the typed text, for options that the API searches. */
  onTyped?: ((text: string) => void) | undefined;
  /** Called when the user is about to choose, which is a good time to fetch the options. */
  onIntent?: (() => void) | undefined;
  placeholder?: string | undefined;
  /** Text for a value that matches no option. */
  unknownLabel?: string | undefined;
  /** Message below the options while some or all of them are missing. */
  notice?: ComboboxNotice | null | undefined;
  /** Use of the plain input that this combobox replaces. */
  early?: EarlyUse;
}

interface ComboboxControlProps {
  input: ComponentProps<'input'>;
  toggle: ComponentProps<'button'>;
  children?: ReactNode;
}

/** The input, and the button that shows the options. */
export function ComboboxControl({ input, toggle, children }: ComboboxControlProps) {
  return (
    <div className="relative">
      <Input {...input} spellCheck={false} className="truncate pr-10" />
      <Button
        {...toggle}
        aria-label={t`Show options`}
        className="absolute top-1 right-1 text-muted"
        variant="ghost"
        size="icon-sm"
        // Keeps the focus in the input.
        onMouseDown={(event) => event.preventDefault()}
      >
        <ChevronsUpDown aria-hidden className="size-4" />
      </Button>
      {children}
    </div>
  );
}

/**
 * The notice of a combobox while its options are loading or could not be loaded; null once they are
 * available.
 */
export function queryNotice(
  query: { isPending: boolean; isError: boolean; refetch: () => unknown },
  texts: { loading: string; error: string },
): ComboboxNotice | null {
  if (query.isError) {
    return { kind: 'error', text: texts.error, onRetry: () => void query.refetch() };
  }
  return query.isPending ? { kind: 'loading', text: texts.loading } : null;
}
