import { createFileRoute } from '@tanstack/react-router';
import { ForgotPasswordPage } from '~/features/forgot-password/forgot-password-page';
import { t } from '~/lib/texts';

export const Route = createFileRoute('/forgot-password')({
  head: () => ({ meta: [{ title: `${t`Forgot Password`} · Condo Admin` }] }),
  component: ForgotPasswordPage,
});
