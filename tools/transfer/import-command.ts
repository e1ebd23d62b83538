// The command import-data, started by npm or in a build (scripts/bundle-commands.ts).
import { runCommand } from '../command';
import { runTransfer } from './cli';

await runCommand((...given) => runTransfer('import', ...given));
