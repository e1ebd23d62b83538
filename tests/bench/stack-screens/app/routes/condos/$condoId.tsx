import { createFileRoute } from '@tanstack/react-router';
import { readCondo } from '~/contract/condo-reading';
import { readRecord } from '~/contract/reading';
import { startedAnswer } from '../../../../reference-list';
import { CondoDetail } from '../../../../reference-screens';

export const Route = createFileRoute('/condos/$condoId')({
  ssr: false,
  loader: () => startedAnswer((answer) => readCondo(readRecord(answer))),
  component: Condo,
});

function Condo() {
  return <CondoDetail condo={Route.useLoaderData()} />;
}
