import { inspect, parseArgs, type ParseArgsConfig } from 'node:util';
import { exitCodeOf } from '~/platform/start-failure.server';
import type { Log } from '~/platform/log';

/** A request that cannot be carried out. Its message is printed without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  constructor(problem: string, usage?: string) {
    super(usage === undefined ? problem : `${problem}\n\n${usage}`);
  }
}

export type Print = (text: string) => void;

/** A command, with its arguments, its environment and the terminal. */
export type Command = (
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  print: Print,
) => Promise<void>;

/** Runs a command as this process. Prints messages for people and sets the exit code. */
export async function runCommand(command: Command): Promise<void> {
  try {
    // console.log is used, as it does not end the process when nobody reads the output any more.
    await command(process.argv.slice(2), process.env, (text) => console.log(text));
  } catch (error) {
    const code = exitCodeOf(error);
    const expected = error instanceof UsageError || code !== undefined;
    const text = expected && error instanceof Error ? error.message : inspect(error);
    process.stderr.write(`${text}\n`);
    process.exitCode = code ?? 1;
  }
}

/** Parses the arguments by `config`. @throws UsageError that ends with `usage` */
export function readArguments<T extends ParseArgsConfig>(
  config: T,
  usage: string,
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), usage);
  }
}

/** A log that prints errors to the terminal. */
export function printingLog(print: Print): Log {
  const write = (data: object, message: string) => print(`${message} ${JSON.stringify(data)}`);
  return { info: () => undefined, warn: write, error: write };
}
