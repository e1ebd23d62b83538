import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReviewedRow } from '~/contract/bulk-review';
import type { Fields } from '~/contract/reading';
import { APPLY_KEY, bulkMutations } from '~/data/bulk/bulk.mutations';
import type { ReviewedFile } from '~/data/bulk/review-file';
import { randomKey } from '~/lib/random-key';
import { storePendingImport } from '../pending-import';
import { useRunningRows } from './use-running-rows';

/** Applies the chosen rows of a review, once at a time. */
export function useApply(review: ReviewedFile) {
  const client = useQueryClient();
  const apply = useMutation(bulkMutations.apply(client));
  // Another choice is another submit; the same one sent again is applied once.
  const [key, setKey] = useState(randomKey);
  const { begin, ...running } = useRunningRows();
  return {
    apply,
    key,
    ...running,
    forgetKey: () => setKey(randomKey()),
    start: (chosen: { changed: readonly ReviewedRow[]; created: readonly Fields[] }) => {
      // The second press of a double click comes before apply.isPending.
      if (client.isMutating({ mutationKey: APPLY_KEY }) > 0) return;
      if (review.by === 'api') {
        const { type, fileName } = review;
        const total = chosen.changed.length + chosen.created.length;
        storePendingImport({ key, type, fileName, total });
      }
      apply.mutate({ review, ...chosen, key, ...begin() });
    },
  };
}
