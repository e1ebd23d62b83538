import { isNotFound } from '~/lib/app-error';

/** For a failed change of a record: where somebody else has deleted it, what still lists it is asked for again. */
export function whenGone(refresh: () => void): (error: unknown) => void {
  return (error) => {
    if (isNotFound(error)) refresh();
  };
}
