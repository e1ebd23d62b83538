import { createFormHookContexts } from '@tanstack/react-form';
import { createContext, use, useId, type ReactNode } from 'react';
import { Label } from '~/kit/ui/input';
import { fieldsOf, readText } from '~/fields/reading';
import { readCode, ruleOf } from '~/language/sentence-reading';
import { cn } from '~/kit/ui/cn';
import { translate } from '~/language/texts';

/** Connects registered fields to their form. Used only in this folder. */
export const { fieldContext, formContext, useFieldContext, useFormContext } =
  createFormHookContexts();

/** True from saving a new record until its form closes, when further input would be lost. */
export const ReadOnlyContext = createContext(false);
/** False in a form whose changes the person may propose but not save. */
export const MaySaveContext = createContext(true);
/** True while the form equals the saved record; undefined before the first save. */
export const SavedContext = createContext<boolean | undefined>(undefined);

export interface FieldProps {
  /** The control's exact accessible name. */
  label: string;
  hint?: string | undefined;
  /** Shows a marker and sets aria-required. The rule itself is in the schema. */
  required?: boolean | undefined;
  className?: string | undefined;
}

/** The attributes that connect a control with its label, hint and error. */
export interface ControlProps {
  id: string;
  /**
   * Set while the form is sent. Controls without a read-only state are disabled; a text input keeps its
   * focus.
   */
  readOnly: true | undefined;
  'aria-required': true | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FieldFrameProps extends FieldProps {
  /** Issues of the schema or the server, in English; the first one is shown in the reader's language. */
  errors?: readonly unknown[];
  children: (control: ControlProps, labelId: string) => ReactNode;
}

export function FieldFrame(props: FieldFrameProps) {
  const { label, hint, required, className, errors = [], children } = props;
  const issue = fieldsOf(errors[0]);
  const error = readText(issue.message);
  const id = useId();
  const isReadOnly = use(ReadOnlyContext);
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ');
  const control: ControlProps = {
    id,
    readOnly: isReadOnly || undefined,
    'aria-required': required || undefined,
    'aria-invalid': error !== null || undefined,
    'aria-describedby': describedBy || undefined,
  };
  return (
    <div className={cn('grid min-w-0 content-start gap-1.5', className)}>
      <div className="flex gap-1">
        <Label id={`${id}-label`} htmlFor={id}>
          {label}
        </Label>
        {/* The marker is outside of the label, so that the accessible name is the label alone. */}
        {required && (
          <span aria-hidden className="text-sm text-danger">
            *
          </span>
        )}
      </div>
      {children(control, `${id}-label`)}
      {error !== null && (
        <p id={errorId} className="text-sm wrap-anywhere text-danger">
          {translate(error, ruleOf(issue) ?? readCode(issue))}
        </p>
      )}
      {hint && (
        <p id={hintId} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
