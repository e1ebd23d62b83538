import { createServerFn } from '@tanstack/react-start';
import { recordIdSchema } from '~/contract/record-id';
import { streamToBrowser } from '../answer';
import { validated } from '../validated';
import { withUpstream } from '../with-upstream';
import { erasePerson, exportPerson } from './personal-data.server';

export const exportPersonFn = createServerFn({ method: 'GET' })
  .middleware([withUpstream])
  .validator(validated(recordIdSchema))
  .handler(async ({ context, data }) =>
    streamToBrowser(await exportPerson(context.upstream, data.id)),
  );

export const erasePersonFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(validated(recordIdSchema))
  .handler(({ context, data }) => erasePerson(context.upstream, data.id));
