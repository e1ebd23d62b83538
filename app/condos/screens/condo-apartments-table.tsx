import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { apartmentChoices } from '~/apartments/form/apartment-choices';
import { copyEmails } from '~/kit/feedback/copy-text';
import { ErrorState } from '~/kit/feedback/error-state';
import { EmptyState, LoadingState } from '~/kit/feedback/query-state';
import { toast } from '~/kit/feedback/toast';
import { SelectList } from '~/kit/selection/select-list';
import type { Choice } from '~/kit/selection/selection';
import type { SelectColumn } from '~/kit/table/body-row';
import { DataTable, TableSkeleton } from '~/kit/table/data-table';
import { usePrinting } from '~/kit/table/use-media-query';
import type { Apartment } from '~/apartments/apartment-reading';
import { apartmentMutations } from '~/apartments/apartments.mutations';
import { apartmentQueries } from '~/apartments/queries';
import { residentsByNumber } from '~/users/associations';
import { useEveryone } from '~/users/everyone';
import { t } from '~/language/texts';
import type { condoApartmentColumns } from './condo-apartment-columns';
import { emailsOf } from '~/users/user-text';
import { ResidentsContext, ResidentsList, residentsOf } from './residents';

interface CondoApartmentsTableProps {
  condoId: number;
  condoName: string | null;
  columns: ReturnType<typeof condoApartmentColumns>;
}

/** A building's apartments in each of their states. */
export function CondoApartmentsTable({ condoId, condoName, columns }: CondoApartmentsTableProps) {
  const apartments = useQuery(apartmentQueries.ofCondo(condoId));
  const { each } = apartmentMutations.useRemoval();
  const [select, setSelect] = useState<SelectColumn<Apartment>>();
  const painted = useDeferredValue(true, false);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const printing = usePrinting();
  // Printing reads the remaining people, who are then on the next print.
  const [wasPrinted, setWasPrinted] = useState(false);
  if (printing && !wasPrinted) setWasPrinted(true);
  const [isCopying, setIsCopying] = useState(false);
  const needsPeople = open.size > 0 || wasPrinted || isCopying;
  const { users, pages, isError, isOnDemand, retry } = useEveryone(condoId, needsPeople);
  const handle = useMemo(
    () => ({
      residents: users && residentsByNumber(users, { condoId, condoName }),
      isOnDemand,
      isOpen: ({ id }: Apartment) => id !== null && open.has(id),
      toggle: ({ id }: Apartment) => {
        if (id === null) return;
        const next = new Set(open);
        if (!next.delete(id)) next.add(id);
        setOpen(next);
      },
    }),
    [users, isOnDemand, condoId, condoName, open],
  );
  if (apartments.isPending) {
    return (
      <LoadingState
        text={t`Loading apartments...`}
        queryKey={apartmentQueries.ofCondo(condoId).queryKey}
      >
        <TableSkeleton columns={columns} />
      </LoadingState>
    );
  }
  if (!apartments.data) {
    return (
      <ErrorState text={t`Error loading apartments.`} onRetry={() => void apartments.refetch()} />
    );
  }
  // Browsers copy while a press is fresh: addresses that are still being read take another one.
  const copyEmailsOf = (choices: readonly Choice[]) => {
    setIsCopying(true);
    if (!users) return toast.error(t`The people are still being read. Please press again.`);
    const ids = new Set(choices.map(({ id }) => id));
    const units = apartments.data.filter(({ id }) => id !== null && ids.has(id));
    const people = units.flatMap((unit) => residentsOf(handle.residents, unit));
    void copyEmails(emailsOf(people.map(({ user }) => user)));
  };
  const isShown = (apartment: Apartment) =>
    handle.isOpen(apartment) || (printing && residentsOf(handle.residents, apartment).length > 0);
  return (
    <>
      {painted && apartments.isSuccess && (
        <SelectList
          {...apartmentChoices(each, [{ label: t`Copy e-mail addresses`, onPress: copyEmailsOf }])}
          noun={['apartment', 'apartments']}
          records={apartments.data}
          complete
          onReady={setSelect}
        />
      )}
      {needsPeople && !users && !isError && (
        <p role="status" className="text-muted">
          {pages.total === null
            ? t`Loading users...`
            : t`Loading users, page ${pages.read} of ${pages.total}...`}
        </p>
      )}
      {needsPeople && isError && <ErrorState text={t`Error loading users.`} onRetry={retry} />}
      {printing && !users && (
        <p>{t`The people are not on this sheet: they were still being read. Please print again.`}</p>
      )}
      <ResidentsContext value={handle}>
        <DataTable
          caption={t`Apartments in this building`}
          columns={columns}
          data={apartments.data}
          select={select}
          // Without one a long list draws the rows in sight alone.
          renderDetail={
            open.size > 0 || (printing && users)
              ? (apartment) => isShown(apartment) && <ResidentsList apartment={apartment} />
              : undefined
          }
          empty={<EmptyState title={t`No apartments found.`} />}
        />
      </ResidentsContext>
    </>
  );
}
