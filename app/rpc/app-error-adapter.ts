import { createSerializationAdapter } from '@tanstack/react-router';
import { AppError } from '~/lib/app-error';

/** Carries an AppError across the server-function boundary whole: without it only the message would arrive. */
export const appErrorAdapter = createSerializationAdapter({
  key: 'app-error',
  test: (value): value is AppError => value instanceof AppError,
  toSerializable: (error) => ({
    status: error.status,
    detail: error.detail,
    serverMessage: error.serverMessage,
    statusText: error.statusText,
    code: error.code,
    factors: [...error.factors],
    fields: [...error.fields],
    sentence: error.sentence,
  }),
  fromSerializable: (init) => new AppError(init),
});
