import { mutationOptions } from '@tanstack/react-query';
import type { ForgotPassword } from '~/contract/forgot-password';
import { requestPasswordResetFn } from './forgot-password.functions';

export const forgotPasswordMutations = {
  request: () =>
    mutationOptions({
      mutationFn: (payload: ForgotPassword) => requestPasswordResetFn({ data: payload }),
    }),
};
