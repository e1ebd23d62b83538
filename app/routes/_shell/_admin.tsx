import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '~/accounts/screens/guard';

/** Management routes: super_admin only; any other role goes to /dashboard (docs/behaviour/session.md). */
export const Route = createFileRoute('/_shell/_admin')({
  beforeLoad: () => requireRole('super_admin'),
});
