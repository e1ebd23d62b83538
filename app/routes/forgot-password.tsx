import { createFileRoute } from '@tanstack/react-router';
import { ForgotPasswordPage } from '~/accounts/screens/forgot-password-page';
import { t } from '~/language/texts';

export const Route = createFileRoute('/forgot-password')({
  head: () => ({ meta: [{ title: `${t`Forgot Password`} · Condo Admin` }] }),
  component: ForgotPasswordPage,
});
