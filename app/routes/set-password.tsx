import { useLanguage } from '~/language/use-language';
import { createFileRoute } from '@tanstack/react-router';
import { SetPasswordPage } from '~/accounts/screens/set-password-page';
import { t } from '~/language/texts';
import { SECRET_LINK_META, validateLinkSearch } from './-secret-link';

export const Route = createFileRoute('/set-password')({
  validateSearch: validateLinkSearch,
  head: () => ({ meta: [{ title: `${t`Set Password`} · Condo Admin` }, ...SECRET_LINK_META] }),
  component: SetPasswordRoute,
});

function SetPasswordRoute() {
  useLanguage();
  return <SetPasswordPage token={Route.useSearch().token} />;
}
