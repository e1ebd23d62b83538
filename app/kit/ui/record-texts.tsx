import { rich } from '~/language/use-language';
import { shownEmail } from '~/fields/shown-email';
import { textOrDash } from '~/language/format';

/**
 * An e-mail address that breaks before its @ if it must; "-" if missing. With `isCode` the surrounding
 * element already has translate="no".
 */
export function EmailText({ email, isCode = false }: { email: string | null; isCode?: boolean }) {
  const shown = email && shownEmail(email);
  const at = shown?.indexOf('@') ?? -1;
  if (!shown || at < 1) return textOrDash(shown);
  const parts = [shown.slice(0, at), <wbr key="at" />, shown.slice(at)];
  return isCode ? parts : <span translate="no">{parts}</span>;
}

export function UnitText({ number }: { number: string | null }) {
  return rich`Unit ${(
    <span key="number" translate="no">
      {textOrDash(number)}
    </span>
  )}`;
}
