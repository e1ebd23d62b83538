import { createFileRoute } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { AdministratorsPage } from '~/accounts/screens/administrators-page';
import { requireEmbedded } from '~/accounts/screens/guard';
import { msg, t } from '~/language/texts';

export const Route = createFileRoute('/_shell/_admin/administrators')({
  beforeLoad: requireEmbedded,
  staticData: {
    asks: 'accounts',
    menu: { label: msg`Administrators`, icon: ShieldCheck, position: 2, letter: 'r' },
    pending: () => ({ heading: msg`Administrators`, loading: msg`Loading administrators...` }),
  },
  head: () => ({ meta: [{ title: `${t`Administrators`} · Condo Admin` }] }),
  component: AdministratorsPage,
});
