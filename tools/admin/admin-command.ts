// The command admin: by npm and in a build (scripts/bundle-commands.ts).
import { runCommand } from '../command';
import { runAdmin } from './cli';

await runCommand(runAdmin);
