import { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { fieldsOf } from '~/contract/reading';

/** Nobody sees so short a wait: the shell is on the screen already. */
const LONGEST_WAIT_MS = 20;

/** Settles when the queries that the loaders have started are answered, or soon after. */
export async function firstAnswers(router: AnyRouter): Promise<void> {
  const { queryClient } = fieldsOf(router.options.context);
  if (!(queryClient instanceof QueryClient)) return;
  const pending = queryClient.getQueryCache().findAll({ fetchStatus: 'fetching' });
  const answers = Promise.allSettled(pending.flatMap(({ promise }) => promise ?? []));
  await Promise.race([answers, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))]);
}
