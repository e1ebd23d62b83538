import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { toast } from '~/components/feedback/toast';
import { PageHeader } from '~/components/layout/page-header';
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card';
import { condoMutations } from '~/data/condos/condos.mutations';
import { detailOrMessage } from '~/lib/app-error';
import { CondoForm } from './condo-form';

/** Create Building (docs/behaviour.md, "Buildings"): on success back to the list, which the mutation refreshes. */
export function CreateCondoPage() {
  const create = useMutation(condoMutations.create(useQueryClient()));
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title="Create New Building" />
      <Card>
        <CardHeader>
          <CardTitle>Building Details</CardTitle>
        </CardHeader>
        <CardContent>
          <CondoForm
            submitLabel="Create Building"
            save={(form) => create.mutateAsync(form)}
            onSaved={() => {
              toast.success('Building created');
              void navigate({ to: '/condos' });
            }}
            onServerError={(error) =>
              toast.error(`Failed to create condo: ${detailOrMessage(error)}`)
            }
          />
        </CardContent>
      </Card>
    </>
  );
}
