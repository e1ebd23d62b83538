import { createFileRoute } from '@tanstack/react-router';
import { AcceptPage } from '~/features/acceptance/accept-page';
import { t } from '~/lib/texts';
import { useLanguage } from '~/lib/use-language';
import { SECRET_LINK_META, validateLinkSearch } from '../-secret-link';

export const Route = createFileRoute('/invitations/accept')({
  validateSearch: validateLinkSearch,
  head: () => ({ meta: [{ title: `${t`Accept Invitation`} · Condo Admin` }, ...SECRET_LINK_META] }),
  component: AcceptRoute,
});

function AcceptRoute() {
  useLanguage();
  return <AcceptPage token={Route.useSearch().token} />;
}
