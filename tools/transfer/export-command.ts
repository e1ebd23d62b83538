// The command export-data, started by npm or in a build (scripts/bundle-commands.ts).
import { runCommand } from '../command';
import { runTransfer } from './cli';

await runCommand((...given) => runTransfer('export', ...given));
