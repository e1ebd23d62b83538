// The command seed, started by npm.
import { runCommand } from '../command';
import { runSeed } from './cli';

await runCommand(runSeed);
