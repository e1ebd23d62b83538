import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { BulkType } from '~/contract/bulk';
import { readBulkCreation, readBulkValidation, type BulkValidation } from '~/contract/bulk-reading';
import { jsonMember } from '~/lib/json-member';
import { readAnswer } from '../answer';
import { apartmentQueries } from '../apartments/apartments.queries';
import { condoQueries } from '../condos/condos.queries';
import { dashboardQueries } from '../dashboard/dashboard.queries';
import { invitationQueries } from '../invitations/invitations.queries';
import { createBulkFn, validateBulkFn } from './bulk.functions';

/** A validation and, to be handed back untouched, the valid rows as the API wrote them. */
export interface ValidatedFile extends BulkValidation {
  type: BulkType;
  rowsText: string;
}

/** The two calls of a bulk import (SPEC.md points 4 and 7). */
export const bulkMutations = {
  validate: () =>
    mutationOptions({
      mutationFn: async ({
        file,
        type,
      }: {
        file: File;
        type: BulkType;
      }): Promise<ValidatedFile> => {
        const form = new FormData();
        form.set('file', file);
        form.set('type', type);
        const response = await validateBulkFn({ data: form });
        return readAnswer(response, (answer, text) => ({
          ...readBulkValidation(answer),
          type,
          rowsText: jsonMember(text, 'valid_rows') ?? '[]',
        }));
      },
    }),
  create: (client: QueryClient) =>
    mutationOptions({
      mutationFn: async ({ type, rowsText }: ValidatedFile) => {
        const form = new FormData();
        form.set('type', type);
        form.set('rows', rowsText);
        return readAnswer(await createBulkFn({ data: form }), readBulkCreation);
      },
      onSuccess: (_creation, { type }) => refresh(client, type),
    }),
};

const LISTS = {
  condo: condoQueries.lists(),
  apartment: apartmentQueries.all(),
  user_invite: invitationQueries.all(),
} as const;

function refresh(client: QueryClient, type: BulkType): void {
  void client.invalidateQueries({ queryKey: LISTS[type] });
  void client.invalidateQueries({ queryKey: dashboardQueries.all() });
}
