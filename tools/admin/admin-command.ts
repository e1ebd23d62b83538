// The command admin, started by npm or in a build (scripts/bundle-commands.ts).
import { runCommand } from '../command';
import { runAdmin } from './cli';

await runCommand(runAdmin);
