import type { AnyFormApi } from '@tanstack/react-form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { toApartmentFormValues } from '~/apartments/screens/form/apartment-form-values';
import { duplicateOf, useApartmentSeries } from '~/apartments/screens/form/apartment-series';
import {
  ClosingApartmentForm,
  type ClosingApartmentFormProps,
} from '~/apartments/screens/form/closing-apartment-form';
import { LeaveDialog } from '~/kit/form/unsaved-changes';
import type { Apartment } from '~/apartments/fields';
import { apartmentMutations, apartmentQueries, useApartmentEdit } from '~/apartments/queries';
import { condoQueries } from '~/condos/queries';
import { t } from '~/language/texts';

interface CondoApartmentFormProps {
  condoId: number;
  /** The apartment being edited, or null for a new one. */
  apartment: Apartment | null;
  /** The apartment from which a new one is copied. */
  original?: Apartment | undefined;
  onClose: () => void;
}

/**
 * The inline create or edit form of a building's apartments. After an error it stays open with the typed
 * values.
 */
export function CondoApartmentForm({ apartment, original, ...props }: CondoApartmentFormProps) {
  return apartment?.id == null ? (
    <NewForm {...props} original={original} />
  ) : (
    <EditForm {...props} row={apartment} id={apartment.id} />
  );
}

type FormProps = Pick<CondoApartmentFormProps, 'condoId' | 'onClose'>;

function NewForm({ original, ...props }: Omit<CondoApartmentFormProps, 'apartment'>) {
  const create = useMutation(apartmentMutations.create(useQueryClient()));
  const series = useApartmentSeries(
    () => original && duplicateOf(toApartmentFormValues(original, props.condoId)),
  );
  const { condoId } = props;
  const listed = useQuery(apartmentQueries.ofCondo(condoId)).data?.length ?? null;
  const { data: condo } = useQuery(condoQueries.detail(condoId));
  const [before] = useState(listed);
  // The list is refetched while the next apartment is typed, so the count may lag behind.
  const count = before === null ? listed : Math.max(before + series.key, listed ?? 0);
  return (
    <InlineForm
      {...props}
      key={series.key}
      {...series.props}
      count={count}
      units={condo?.number_of_units ?? null}
      title={t`New Apartment`}
      save={(payload) => create.mutateAsync(payload)}
    />
  );
}

function EditForm({ row, id, ...props }: FormProps & { row: Apartment; id: number }) {
  const { stored, ...calls } = useApartmentEdit(row, id);
  return (
    <InlineForm
      {...props}
      {...calls}
      apartment={stored}
      title={t`Edit Apartment ${row.apartment_number ?? ''}`}
      onCancel={props.onClose}
    />
  );
}

function InlineForm({ title, ...form }: ClosingApartmentFormProps & { title: string }) {
  const titleId = useId();
  const [asking, setAsking] = useState(false);
  const handle = useRef<AnyFormApi>(null);
  return (
    <section aria-labelledby={titleId} className="rounded-lg border border-line p-5">
      <h3 id={titleId} className="wrap-anywhere mb-4 font-semibold">
        {title}
      </h3>
      <ClosingApartmentForm
        {...form}
        handle={handle}
        onEscape={() =>
          handle.current?.state.isDefaultValue === false ? setAsking(true) : form.onClose()
        }
      />
      <LeaveDialog open={asking} onCancel={() => setAsking(false)} onConfirm={form.onClose} />
    </section>
  );
}
