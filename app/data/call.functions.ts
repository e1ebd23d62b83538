import { createServerFn } from '@tanstack/react-start';
import { checkCalled, checkForm, passOn, passOnChange } from './perform-call.server';
import { withUpstream } from './with-upstream';

/** Serves every declared call that reads (contract/calls.ts). */
export const readFn = createServerFn({ method: 'GET' })
  .middleware([withUpstream])
  .validator(checkCalled({ reads: true }))
  .handler(({ context, data }) => passOn(context.upstream, data));

/** Serves every other declared call without a form. */
export const changeFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(checkCalled({ reads: false }))
  .handler(({ context, data }) => passOnChange(context.upstream, data));

export const createCondoFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(checkForm('condos.create'))
  .handler(({ context, data }) => passOnChange(context.upstream, data));

export const updateCondoFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(checkForm('condos.update'))
  .handler(({ context, data }) => passOnChange(context.upstream, data));
