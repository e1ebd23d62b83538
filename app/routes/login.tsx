import { createFileRoute } from '@tanstack/react-router';
import { LoginPage } from '~/features/session/login-page';
import { redirectSignedIn, validateLoginSearch } from '~/features/session/guard';
import { t } from '~/lib/texts';
import { useLanguage } from '~/lib/use-language';

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
