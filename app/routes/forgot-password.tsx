import { createFileRoute } from '@tanstack/react-router';
import { ForgotPasswordPage } from '~/features/forgot-password/forgot-password-page';

export const Route = createFileRoute('/forgot-password')({
  head: () => ({ meta: [{ title: 'Forgot Password · Condo Admin' }] }),
  component: ForgotPasswordPage,
});
