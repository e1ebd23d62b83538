import { createFileRoute } from '@tanstack/react-router';
import { readApartment } from '~/contract/apartment-reading';
import { readList } from '~/contract/reading';
import { FirstCards } from '../../../reference-cards';
import { startedAnswer } from '../../../reference-list';

export const Route = createFileRoute('/apartments')({
  ssr: false,
  loader: () => startedAnswer((answer) => readList(answer, readApartment)),
  component: Apartments,
});

function Apartments() {
  return <FirstCards apartments={Route.useLoaderData()} />;
}
