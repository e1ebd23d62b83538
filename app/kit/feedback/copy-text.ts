import { formatCount } from '~/language/format';
import { t } from '~/language/texts';
import { toast } from './toast';

/** Copies a text and reports it. Browsers offer a clipboard only on secure addresses. */
export async function copyText(
  text: string,
  { copied, failed }: { copied: string; failed: string },
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(copied);
  } catch {
    toast.error(failed);
  }
}

/** Copies e-mail addresses, with commas between as mail programs read them. */
export async function copyEmails(emails: readonly string[]): Promise<void> {
  await copyText(emails.join(', '), {
    copied: t`${formatCount(emails.length, 'e-mail address', 'e-mail addresses')} copied`,
    failed: t`The e-mail addresses could not be copied. This address is not secure.`,
  });
}
