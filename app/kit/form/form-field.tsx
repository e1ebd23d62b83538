import { SelectField } from '~/kit/form/choice-fields';
import { useField } from '@tanstack/react-form';
import { use, type ComponentProps, type ReactNode } from 'react';
import { fieldContext, formContext } from './field-frame';
import { PasswordField, TextField } from './text-field';
import { apiKind } from '~/rpc/api-kind';
import { languageName, LANGUAGES } from '~/language/languages';
import { currentLanguage, t } from '~/language/texts';

interface FormFieldProps<Values> {
  name: keyof Values & string;
  onChange?: (() => unknown) | undefined;
  children: ReactNode;
}

/** Binds the control inside to a value of the surrounding form, whose values are `Values`. */
export function FormField<Values = Readonly<Record<string, unknown>>>(
  props: FormFieldProps<Values>,
) {
  const { name, onChange, children } = props;
  const form = use(formContext);
  const field = useField({ form, name, ...(onChange && { listeners: { onChange } }) });
  return <fieldContext.Provider value={field}>{children}</fieldContext.Provider>;
}

/** The controls of a LinkForm, bound by their names. */
export const linkFields = {
  TextField: named(TextField),
  PasswordField: named(PasswordField),
  SelectField: named(SelectField),
};

/** Field components restricted to the names of these values. */
export type LinkFields<Values> = {
  [Kind in keyof typeof linkFields]: (
    props: ComponentProps<(typeof linkFields)[Kind]> & { name: keyof Values & string },
  ) => ReactNode;
};

function named<Props extends object>(Control: (props: Props) => ReactNode) {
  return (props: Props & { name: string }) => (
    <FormField name={props.name}>
      <Control {...props} />
    </FormField>
  );
}

/** Field `language` for the mails of an invitation, which only the embedded API sends. */
export function LanguageField() {
  if (firstLanguage() === undefined) return null;
  const options = LANGUAGES.map((value) => ({ value, label: languageName(value) }));
  return (
    <FormField name="language">
      <SelectField label={t`Language`} options={options} />
    </FormField>
  );
}

/** The initial language: the inviter's; undefined if there is no choice. */
export function firstLanguage(): string | undefined {
  return apiKind().isEmbedded && LANGUAGES.length > 1 ? currentLanguage().code : undefined;
}
