import { useLanguage } from '~/language/use-language';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { linkOptions, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { idempotencyKeys } from '~/fields/random-key';
import { toast } from '~/kit/feedback/toast';
import { PageHeader, TitledCard } from '~/kit/ui/card';
import { condoSearch } from '~/condos/search';
import { condoMutations, condoQueries } from '~/condos/queries';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { t } from '~/language/texts';
import { useIsShown } from '~/kit/ui/page-moments';
import { CondoForm } from './condo-form';

/** Create Building (docs/behaviour/condos.md); returns to the list on success. */
export function CreateCondoPage() {
  useLanguage();
  const client = useQueryClient();
  const create = useMutation(condoMutations.create(client));
  const navigate = useNavigate();
  const isShown = useIsShown();
  const [keyFor] = useState(idempotencyKeys);
  const created = useRef<Promise<number | null>>(Promise.resolve(null));
  return (
    <>
      <PageHeader title={t`Create New Building`} />
      <TitledCard className="max-w-4xl" title={t`Building Details`}>
        <CondoForm
          draftKey="condo/new"
          submitLabel={t`Create Building`}
          save={async (form) => {
            const id = await create.mutateAsync({ form, key: keyFor(contentOf(form)) });
            created.current = id === null ? findCreatedCondo(client, form) : Promise.resolve(id);
            return { version: null };
          }}
          onSaved={() => {
            void created.current.then(showCreated);
            return isShown() ? navigate({ to: '/condos' }) : undefined;
          }}
          onServerError={(error) =>
            toast.error(t`Failed to create condo: ${detailOrMessage(error)}`)
          }
        />
      </TitledCard>
    </>
  );
}

/** Names the content of a form: its texts, and each file by its name, size and date. */
function contentOf(form: FormData): unknown {
  return Array.from(form, ([name, value]) =>
    typeof value === 'string' ? [name, value] : [name, value.name, value.size, value.lastModified],
  );
}

/** Finds a new building if the API did not send its id: the newest with this name and address. */
async function findCreatedCondo(client: QueryClient, form: FormData): Promise<number | null> {
  const name = form.get('name');
  const address = form.get('address');
  if (typeof name !== 'string') return null;
  const query = condoQueries.list({ ...condoSearch.defaults, search: name });
  const condos = await client.query({ ...query, staleTime: 0, retry: false }).catch(() => []);
  const ids = condos.flatMap((condo) =>
    condo.name === name && condo.address === address && condo.id !== null ? [condo.id] : [],
  );
  return ids.length > 0 ? Math.max(...ids) : null;
}

function showCreated(condoId: number | null): void {
  toast.success(
    t`Building created`,
    condoId === null
      ? undefined
      : {
          label: t`View building`,
          alternative: t`Open the building in the list of buildings`,
          target: linkOptions({ to: '/condos/$condoId', params: { condoId } }),
        },
  );
}
