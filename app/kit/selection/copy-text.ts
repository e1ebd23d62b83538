import { toast, type ToastLink } from '~/kit/feedback/toast';
import { readItem } from '~/kit/ui/storage';
import { formatCount } from '~/language/format';
import { t } from '~/language/texts';
import type { OwnAction } from './batch-action';

/**
 * Storage key of the separator between copied addresses. Outlook needs semicolons, most other programs
 * commas.
 */
export const EMAIL_SEPARATOR = 'email-separator';

export const emailSeparator = () => (readItem(EMAIL_SEPARATOR) === ';' ? ';' : ',');

/** Most addresses of a new message: mail programs cut off more. */
const WRITE_LIMIT = 20;

/**
 * Copies e-mail addresses. For a few it also offers a new message, with all of them as Bcc. Without an
 * address the clipboard stays as it is.
 */
export async function copyEmails(emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return toast.error(t`There is no e-mail address to copy.`);
  const message = `mailto:?bcc=${emails.map(encodeURIComponent).join(',')}`;
  const link = {
    label: t`Write to them`,
    alternative: t`The addresses can be pasted into a message, too.`,
    run: () => void window.open(message, '_self'),
  };
  await copyText(emails.join(`${emailSeparator()} `), {
    link: emails.length <= WRITE_LIMIT ? link : undefined,
    copied: t`${formatCount(emails.length, 'e-mail address', 'e-mail addresses')} copied`,
    failed: t`The e-mail addresses could not be copied. This address is not secure.`,
  });
}

/** Copies the e-mail addresses of the chosen records, each once. */
export function copyChosenEmails(): OwnAction {
  return {
    label: t`Copy e-mail addresses`,
    asks: 'look',
    onPress: (choices) =>
      void copyEmails([...new Set(choices.flatMap(({ email }) => email ?? []))]),
  };
}

/** Copies a text and reports it. Browsers allow that only on secure addresses. */
export async function copyText(
  text: string,
  { copied, failed, link }: { copied: string; failed: string; link?: ToastLink | undefined },
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(copied, link);
  } catch {
    toast.error(failed);
  }
}
