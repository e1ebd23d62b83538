import type { BrowserContext } from '@playwright/test';

/** Unexpected console output and errors of a test's pages. */
export class ConsoleGuard {
  private readonly expected: RegExp[] = [];
  private readonly problems: string[] = [];

  constructor(context: BrowserContext, ownOrigins: readonly string[]) {
    context.on('console', (message) => {
      if (message.type() === 'error')
        this.note(`console: ${message.text()} ${message.location().url}`);
    });
    context.on('weberror', (webError) => {
      const error = webError.error();
      this.note(`page error: ${error.stack ?? error.message}`);
    });
    context.on('request', (request) => {
      const url = new URL(request.url());
      if (!url.protocol.startsWith('http')) return;
      if (!ownOrigins.includes(url.origin)) this.note(`request to somebody else: ${request.url()}`);
    });
  }

  /** Allows errors that a test provokes on purpose. */
  expect(...patterns: RegExp[]): void {
    this.expected.push(...patterns);
  }

  /** @throws when something unexpected was on the console, in the page or on the network. */
  check(): void {
    const unexpected = this.problems.filter(
      (problem) => !this.expected.some((pattern) => pattern.test(problem)),
    );
    if (unexpected.length > 0)
      throw new Error(`Unexpected in the browser:\n${unexpected.join('\n')}`);
  }

  private note(problem: string): void {
    this.problems.push(problem);
  }
}

/** The browser's own message about a response that is not a success. */
export const failedRequest = (...statuses: number[]): RegExp =>
  new RegExp(
    `console: Failed to load resource: the server responded with a status of (${statuses.join('|')})`,
  );
