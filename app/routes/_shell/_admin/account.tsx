import { createFileRoute } from '@tanstack/react-router';
import { CircleUser } from 'lucide-react';
import { AccountPage } from '~/accounts/screens/account-page';
import { requireEmbedded } from '~/accounts/screens/guard';
import { msg, t } from '~/language/texts';

export const Route = createFileRoute('/_shell/_admin/account')({
  beforeLoad: requireEmbedded,
  staticData: {
    menu: { label: msg`Account`, icon: CircleUser, position: 1, letter: 'a' },
    pending: () => ({ heading: msg`Account`, loading: msg`Loading account...` }),
  },
  head: () => ({ meta: [{ title: `${t`Account`} · Condo Admin` }] }),
  component: AccountPage,
});
