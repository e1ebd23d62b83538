import { apiKind } from '~/lib/api-kind';
import { languageName, LANGUAGES } from '~/lib/languages';
import { currentLanguage, t } from '~/lib/texts';
import { FormField } from './form-field';
import { SelectField } from './select-field';

/** The field `language`: that of the mails to whoever is invited; only the embedded API writes them. */
export function LanguageField() {
  if (!apiKind().isEmbedded || LANGUAGES.length === 1) return null;
  const options = LANGUAGES.map((value) => ({ value, label: languageName(value) }));
  return (
    <FormField name="language">
      <SelectField label={t`Language`} options={options} />
    </FormField>
  );
}

/** The inviter's own, to begin with; undefined where there is no choice. */
export function firstLanguage(): string | undefined {
  return apiKind().isEmbedded && LANGUAGES.length > 1 ? currentLanguage().code : undefined;
}
