import { detailOr, detailOrMessage } from '~/rpc/errors/app-error';
import { toast } from './toast';

/** Toasts for success and failure; the API's text takes precedence over `failed`. */
export function outcomeToasts(done: string, failed?: string) {
  return {
    onSuccess: () => toast.success(done),
    onError: (error: unknown) =>
      toast.error(failed === undefined ? detailOrMessage(error) : detailOr(error, failed)),
  };
}
