// The command import-data: by npm and in a build (scripts/bundle-commands.ts).
import { runCommand } from '../command';
import { importCommand } from './cli';

await runCommand(importCommand);
