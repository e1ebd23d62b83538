import { useLanguage } from '~/language/use-language';
import { useRouter } from '@tanstack/react-router';
import { toast } from '~/kit/feedback/toast';
import { chooseLanguage, languageName, LANGUAGES } from '~/language/languages';
import { t } from '~/language/texts';

/**
 * A choice of languages by their own names. A change keeps the page's input. Hidden if only English exists.
 */
export function LanguageChoice({ className }: { className?: string }) {
  const current = useLanguage().code;
  const router = useRouter();
  if (LANGUAGES.length === 1) return null;

  async function choose(code: string) {
    try {
      await chooseLanguage(code);
    } catch {
      toast.error(t`The language could not be loaded. Please try again.`);
      return;
    }
    // Updates the titles of the pages.
    await router.invalidate();
  }

  return (
    <div role="group" aria-label={t`Language`} className={className}>
      {LANGUAGES.map((code) => (
        <button
          key={code}
          type="button"
          lang={code}
          aria-pressed={code === current}
          className="min-h-8 rounded-md px-2 text-sm text-muted hover:bg-sunken hover:text-ink aria-pressed:font-semibold aria-pressed:text-ink"
          onClick={() => void choose(code)}
        >
          {languageName(code)}
        </button>
      ))}
    </div>
  );
}
