import { mutationOptions } from '@tanstack/react-query';
import type { SetPasswordPayload } from '~/contract/new-password';
import { setPasswordFn } from './set-password.functions';

export const setPasswordMutations = {
  set: () =>
    mutationOptions({
      mutationFn: (payload: SetPasswordPayload) => setPasswordFn({ data: payload }),
    }),
};
