import { toast } from './toast';

/** Copies a text and says so; without a secure address browsers offer no clipboard. */
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
