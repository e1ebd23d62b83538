// The command export-data of a build, see scripts/bundle-commands.ts.
import { transferCommand } from './cli';

await transferCommand('export');
