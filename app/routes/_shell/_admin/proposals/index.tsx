import { createFileRoute } from '@tanstack/react-router';
import { FilePen } from 'lucide-react';
import { requireEmbedded } from '~/accounts/screens/guard';
import { ProposalsPage } from '~/imports/screens/proposals-page';
import { msg, t } from '~/language/texts';

export const Route = createFileRoute('/_shell/_admin/proposals/')({
  beforeLoad: requireEmbedded,
  staticData: {
    menu: { label: msg`Proposals`, icon: FilePen, position: 6, letter: 's' },
    pending: () => ({ heading: msg`Proposals`, loading: msg`Loading proposals...` }),
  },
  head: () => ({ meta: [{ title: `${t`Proposals`} · Condo Admin` }] }),
  component: ProposalsPage,
});
