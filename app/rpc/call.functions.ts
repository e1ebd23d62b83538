import { createServerFn } from '@tanstack/react-start';
import { checkCalled, checkForm, passOn, passOnChange } from './perform-call.server';
import { withToken } from './with-upstream';

/** Serves every declared call that reads (rpc/calls.ts). */
export const readFn = createServerFn({ method: 'GET' })
  .middleware([withToken])
  .validator(checkCalled('read'))
  .handler(({ data }) => passOn(data));

/** Serves every other declared call without a form. */
export const changeFn = createServerFn({ method: 'POST' })
  .middleware([withToken])
  .validator(checkCalled('change'))
  .handler(({ data }) => passOnChange(data));

/** Serves every declared call with a form. */
export const formFn = createServerFn({ method: 'POST' })
  .middleware([withToken])
  .validator(checkForm)
  .handler(({ data }) => passOnChange(data));
