import { detailOr, detailOrMessage } from '~/lib/app-error';
import { toast } from './toast';

/** A toast for each end of a change; what the API says about a failure comes before `failed`. */
export function outcomeToasts(done: string, failed?: string) {
  return {
    onSuccess: () => toast.success(done),
    onError: (error: unknown) =>
      toast.error(failed === undefined ? detailOrMessage(error) : detailOr(error, failed)),
  };
}
