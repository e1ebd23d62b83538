import { createServerFn } from '@tanstack/react-start';
import { checkCalled, checkForm, passOn, passOnChange } from './perform-call.server';
import { withUpstream } from './with-upstream';

/** Serves every declared call that reads (contract/calls.ts). */
export const readFn = createServerFn({ method: 'GET' })
  .middleware([withUpstream])
  .validator(checkCalled('read'))
  .handler(({ context, data }) => passOn(context.upstream, data));

/** Serves every other declared call without a form. */
export const changeFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(checkCalled('change'))
  .handler(({ context, data }) => passOnChange(context.upstream, data));

/** Serves every declared call with a form. */
export const formFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(checkForm)
  .handler(({ context, data }) => passOnChange(context.upstream, data));
