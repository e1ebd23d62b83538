import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BULK_TYPES } from '~/imports/schema';
import { csvTemplate, TEMPLATE_FILES } from '~/imports/bulk-template';

it.each(BULK_TYPES)('the %s template in public/ has the columns of the import', (type) => {
  const file = readFileSync(`public/${TEMPLATE_FILES[type]}`, 'utf8');
  // After a change of columns: npm run make:templates
  expect(file).toBe(csvTemplate(type));
});
