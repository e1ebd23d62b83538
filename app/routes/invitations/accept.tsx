import { useLanguage } from '~/language/use-language';
import { createFileRoute } from '@tanstack/react-router';
import { AcceptPage } from '~/invitations/screens/accept-page';
import { t } from '~/language/texts';
import { SECRET_LINK_META, validateLinkSearch } from '~/routes/-secret-link';

export const Route = createFileRoute('/invitations/accept')({
  validateSearch: validateLinkSearch,
  head: () => ({ meta: [{ title: `${t`Accept Invitation`} · Condo Admin` }, ...SECRET_LINK_META] }),
  component: AcceptRoute,
});

function AcceptRoute() {
  useLanguage();
  return <AcceptPage token={Route.useSearch().token} />;
}
