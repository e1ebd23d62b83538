import { apiKind } from '~/rpc/api-kind';
import { languageName, LANGUAGES } from '~/language/languages';
import { currentLanguage, t } from '~/language/texts';
import { FormField } from './form-field';
import { SelectField } from './select-field';

/** Field `language` for the mails of an invitation, which only the embedded API sends. */
export function LanguageField() {
  if (!apiKind().isEmbedded || LANGUAGES.length === 1) return null;
  const options = LANGUAGES.map((value) => ({ value, label: languageName(value) }));
  return (
    <FormField name="language">
      <SelectField label={t`Language`} options={options} />
    </FormField>
  );
}

/** Initially the inviter's language; undefined if there is no choice. */
export function firstLanguage(): string | undefined {
  return apiKind().isEmbedded && LANGUAGES.length > 1 ? currentLanguage().code : undefined;
}
