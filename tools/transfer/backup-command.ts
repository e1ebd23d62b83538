// The command backup: by npm and in a build (scripts/bundle-commands.ts).
import { runCommand } from '../command';
import { backupCommand } from './cli';

await runCommand(backupCommand);
