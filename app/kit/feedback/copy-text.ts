import { toast, type ToastLink } from './toast';

/** Copies a text and reports it. Browsers offer a clipboard only on secure addresses. */
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
