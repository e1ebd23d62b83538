import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import {
  apartmentDraftKey,
  useDraftedApartment,
} from '~/apartments/screens/form/drafted-apartment';
import { DeleteApartment } from '~/apartments/screens/form/delete-apartment';
import { lazyPart } from '~/kit/feedback/lazy-part';
import { Button, buttonVariants } from '~/kit/ui/button';
import { TitledCard } from '~/kit/ui/card';
import type { Apartment } from '~/apartments/fields';
import { apartmentMutations, apartmentQueries } from '~/apartments/queries';
import { hasDraft } from '~/kit/form/drafts';
import { t } from '~/language/texts';
import { apiKind } from '~/rpc/api-kind';
import { mayI } from '~/rpc/own-rights';
import type { TenancyTask } from '~/users/tenancy/task';
import { condoApartmentColumns, CondoApartmentsTable } from './condo-apartments-table';
import { TaskDialog } from '~/users/tenancy/task-dialog';

const FormPart = lazyPart(() => import('./condo-apartment-form'));

/** The open inline form, at most one: for an apartment, or for a new one (a copy of `original`). */
interface Editing {
  apartment: Apartment | null;
  original?: Apartment;
  /** The button that opened the form. */
  opener?: HTMLElement;
}

const NEW: Editing = { apartment: null };

interface CondoApartmentsProps {
  condoId: number;
  condoName: string | null;
  /** An additional button next to the title. */
  children?: ReactNode;
}

/** The "Apartments in this Building" card: the table, its inline form and the delete flow. */
export function CondoApartments({ condoId, condoName, children }: CondoApartmentsProps) {
  const { one } = apartmentMutations.useRemoval();
  const [editing, setEditing] = useState<Editing | null>(() =>
    hasDraft(apartmentDraftKey(null, condoId)) ? NEW : null,
  );
  useDraftedApartment(useQuery(apartmentQueries.ofCondo(condoId)).data, (apartment) =>
    setEditing((open) => open ?? { apartment }),
  );
  const [deleting, setDeleting] = useState<Apartment | null>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const close = () => {
    setEditing(null);
    // Focus returns to the pressed button or, if its row was removed, to the card's toggle.
    const opener = editing?.opener;
    (opener?.isConnected ? opener : toggle.current)?.focus();
  };
  const { isEmbedded } = apiKind();
  const [task, setTask] = useState<TenancyTask | null>(null);
  const columns = useMemo(
    () =>
      condoApartmentColumns({
        onTask: isEmbedded ? setTask : undefined,
        onEdit: (apartment, opener) => setEditing({ apartment, opener }),
        onDuplicate: (original, opener) => setEditing({ apartment: null, original, opener }),
        onDelete: setDeleting,
      }),
    [isEmbedded],
  );

  FormPart.usePreload();
  const isNew = editing?.apartment === null;
  return (
    <TitledCard
      id="apartments"
      title={t`Apartments in this Building`}
      actions={
        <div data-palette className="flex flex-wrap gap-3 print:hidden">
          {children}
          {mayI('review') && (
            <Link
              to="/bulk-operations"
              search={{ type: 'apartment', condo_id: condoId }}
              className={buttonVariants({ variant: 'secondary' })}
            >
              {t`Import apartments`}
            </Link>
          )}
          {mayI('propose') && (
            <Button
              ref={toggle}
              variant={isNew ? 'secondary' : 'primary'}
              aria-expanded={isNew}
              data-key={isNew ? undefined : 'c'}
              onClick={() => setEditing(isNew ? null : NEW)}
            >
              {isNew ? t`Cancel` : t`Add Apartment`}
            </Button>
          )}
        </div>
      }
      contentClassName="grid gap-6"
    >
      {editing !== null && (
        <FormPart>
          {({ CondoApartmentForm }) => (
            <CondoApartmentForm
              key={formKey(editing)}
              condoId={condoId}
              apartment={editing.apartment}
              original={editing.original}
              onClose={close}
            />
          )}
        </FormPart>
      )}
      <CondoApartmentsTable condoId={condoId} condoName={condoName} columns={columns} />
      <TaskDialog task={task} onDone={() => setTask(null)} />
      <DeleteApartment
        apartment={deleting}
        {...one}
        onDeleted={({ id }) => {
          if (editing?.apartment?.id === id) setEditing(null);
        }}
        onDone={() => setDeleting(null)}
      />
    </TitledCard>
  );
}

/** Key of the form. Another form starts empty; "Add Apartment" and each copy have separate forms. */
function formKey({ apartment, original }: Editing): string {
  if (apartment) return `edit-${apartment.id}`;
  return original ? `copy-${original.id}` : 'new';
}
