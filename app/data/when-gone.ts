import { HTTP_NOT_FOUND } from '~/contract/http-status';
import { AppError } from '~/lib/app-error';

/** For a failed change of a record: where somebody else has deleted it, what still lists it is asked for again. */
export function whenGone(refresh: () => void): (error: unknown) => void {
  return (error) => {
    if (error instanceof AppError && error.status === HTTP_NOT_FOUND) refresh();
  };
}
