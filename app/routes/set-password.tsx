import { createFileRoute } from '@tanstack/react-router';
import { readText } from '~/contract/reading';
import { SetPasswordPage } from '~/features/set-password/set-password-page';
import { t } from '~/lib/texts';
import { useLanguage } from '~/lib/use-language';

export const Route = createFileRoute('/set-password')({
  validateSearch: ({ token }: Record<string, unknown>) => ({ token: readText(token) ?? '' }),
  head: () => ({
    meta: [
      { title: `${t`Set Password`} · Condo Admin` },
      // The URL holds the link's secret.
      { name: 'referrer', content: 'same-origin' },
      { name: 'robots', content: 'noindex' },
    ],
  }),
  component: SetPasswordRoute,
});

function SetPasswordRoute() {
  useLanguage();
  return <SetPasswordPage token={Route.useSearch().token} />;
}
