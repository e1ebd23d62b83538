import { createFileRoute } from '@tanstack/react-router';
import { readText } from '~/contract/reading';
import { AcceptPage } from '~/features/acceptance/accept-page';
import { t } from '~/lib/texts';
import { useLanguage } from '~/lib/use-language';

export const Route = createFileRoute('/invitations/accept')({
  validateSearch: ({ token }: Record<string, unknown>) => ({ token: readText(token) ?? '' }),
  head: () => ({
    meta: [
      { title: `${t`Accept Invitation`} · Condo Admin` },
      // The URL holds the link's secret.
      { name: 'referrer', content: 'same-origin' },
      { name: 'robots', content: 'noindex' },
    ],
  }),
  component: AcceptRoute,
});

function AcceptRoute() {
  useLanguage();
  return <AcceptPage token={Route.useSearch().token} />;
}
