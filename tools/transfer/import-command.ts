// The command import-data of a build, see scripts/bundle-commands.ts.
import { transferCommand } from './cli';

await transferCommand('import');
