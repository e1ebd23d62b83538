// The command backup of a build, see scripts/bundle-commands.ts.
import { transferCommand } from './cli';

await transferCommand('backup');
