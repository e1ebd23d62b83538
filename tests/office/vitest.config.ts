import { bulkChildPlugin } from '../../scripts/bulk-child-plugin.ts';
import { languagesPlugin } from '../../scripts/languages-plugin.ts';
import { slowSuite } from '../support/slow-suite.ts';

/** `npm run test:office`: our exported files through LibreOffice and back. */
export default slowSuite(
  'office',
  {
    globalSetup: ['tests/support/database-server.ts'],
    testTimeout: 10 * 60_000,
    hookTimeout: 120_000,
  },
  [bulkChildPlugin(), languagesPlugin()],
);
