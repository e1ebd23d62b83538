// The command verify-api: by npm.
import { runCommand } from '../command';
import { runVerifyApi } from './cli';

await runCommand(runVerifyApi);
