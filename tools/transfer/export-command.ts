// The command export-data: by npm and in a build (scripts/bundle-commands.ts).
import { runCommand } from '../command';
import { exportCommand } from './cli';

await runCommand(exportCommand);
