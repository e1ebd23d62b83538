import { useLanguage } from '~/language/use-language';
import { createFileRoute } from '@tanstack/react-router';
import { requireEmbedded } from '~/accounts/screens/guard';
import { ProposalPage } from '~/imports/screens/proposal-page';
import { recordParams } from '~/fields/fields';
import { msg, t } from '~/language/texts';

export const Route = createFileRoute('/_shell/_admin/proposals/$proposalId')({
  params: recordParams('proposalId'),
  beforeLoad: requireEmbedded,
  staticData: { pending: () => ({ heading: msg`Proposal`, loading: msg`Loading proposal...` }) },
  head: () => ({ meta: [{ title: `${t`Proposal`} · Condo Admin` }] }),
  component: ProposalRoute,
});

function ProposalRoute() {
  useLanguage();
  const { proposalId } = Route.useParams();
  return <ProposalPage key={proposalId} proposalId={proposalId} />;
}
