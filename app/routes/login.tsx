import { createFileRoute } from '@tanstack/react-router';
import { LoginPage } from '~/features/session/login-page';
import { redirectSignedIn, validateLoginSearch } from '~/features/session/guard';

export const Route = createFileRoute('/login')({
  validateSearch: validateLoginSearch,
  beforeLoad: ({ search }) => redirectSignedIn(search.redirect),
  head: () => ({ meta: [{ title: 'Admin Login · Condo Admin' }] }),
  component: LoginRoute,
});

function LoginRoute() {
  return <LoginPage redirectTo={Route.useSearch().redirect} />;
}
