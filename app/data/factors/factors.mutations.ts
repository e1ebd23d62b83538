import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { readRecoveryCodes, readTotpSetup } from '~/contract/factors-reading';
import { readCreationOptions } from '~/contract/passkeys-reading';
import { createPasskey } from '~/lib/passkey-dialogs';
import { readAnswer } from '../answer';
import {
  addPasskeyFn,
  confirmTotpFn,
  removePasskeyFn,
  removeTotpFn,
  renewRecoveryCodesFn,
  startPasskeyFn,
  startTotpFn,
} from './factors.functions';
import { factorQueries } from './factors.queries';

function refresh(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: factorQueries.all() });
}

/** Changes of one's own second factor. Secrets and codes are results, so that no cache keeps them. */
export const factorMutations = {
  startTotp: () =>
    mutationOptions({
      mutationFn: async () => readAnswer(await startTotpFn(), readTotpSetup),
      gcTime: 0,
    }),
  /** Results in recovery codes with the first factor, else in null. */
  confirmTotp: (client: QueryClient) =>
    mutationOptions({
      mutationFn: async (code: string) =>
        readAnswer(await confirmTotpFn({ data: { code } }), readRecoveryCodes),
      gcTime: 0,
      onSuccess: () => refresh(client),
    }),
  removeTotp: (client: QueryClient) =>
    mutationOptions({ mutationFn: () => removeTotpFn(), onSettled: () => refresh(client) }),
  /** Asks the device for a passkey. Results in recovery codes with the first factor, else in null. */
  addPasskey: (client: QueryClient) =>
    mutationOptions({
      mutationFn: async (name: string) => {
        const options = await readAnswer(await startPasskeyFn(), readCreationOptions);
        const credential = await createPasskey(options);
        return readAnswer(await addPasskeyFn({ data: { name, credential } }), readRecoveryCodes);
      },
      gcTime: 0,
      onSuccess: () => refresh(client),
    }),
  removePasskey: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => removePasskeyFn({ data: { id } }),
      onSettled: () => refresh(client),
    }),
  renewRecoveryCodes: (client: QueryClient) =>
    mutationOptions({
      mutationFn: async () => readAnswer(await renewRecoveryCodesFn(), readRecoveryCodes),
      gcTime: 0,
      onSettled: () => refresh(client),
    }),
};
