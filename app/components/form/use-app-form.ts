import { createFormHook } from '@tanstack/react-form';
import { DateField } from './date-field';
import { ComboboxField } from './combobox-field';
import { fieldContext, formContext } from './form-context';
import { ImageField } from './lazy-image-field';
import { NumberField } from './number-field';
import { PasswordField } from './password-field';
import { SelectField } from './select-field';
import { SubmitButton } from './submit-button';
import { TextField } from './text-field';

/** The product's one form hook. Fields: `<form.AppField name="city">{(field) => <field.TextField label="City" />}`. */
export const { useAppForm } = createFormHook({
  fieldContext,
  formContext,
  fieldComponents: {
    TextField,
    PasswordField,
    NumberField,
    SelectField,
    ComboboxField,
    DateField,
    ImageField,
  },
  formComponents: { SubmitButton },
});
