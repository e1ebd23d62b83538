import { useLanguage } from '~/language/use-language';
import { createFileRoute } from '@tanstack/react-router';
import { LoginPage } from '~/accounts/screens/login-page';
import { redirectSignedIn, validateLoginSearch } from '~/accounts/screens/guard';
import { t } from '~/language/texts';

export const Route = createFileRoute('/login')({
  validateSearch: validateLoginSearch,
  beforeLoad: ({ search }) => redirectSignedIn(search.redirect),
  head: () => ({ meta: [{ title: `${t`Admin Login`} · Condo Admin` }] }),
  component: LoginRoute,
});

function LoginRoute() {
  useLanguage();
  return <LoginPage redirectTo={Route.useSearch().redirect} />;
}
