import type { ServerResponse } from 'node:http';

/** Faults that a test can put into an API. */
export type Fault =
  /** The connection is cut before a word is said. */
  | { kind: 'cut' }
  /** The connection is cut in the middle of a good answer. */
  | { kind: 'half' }
  /** Never a word; the connection stays open. */
  | { kind: 'hang' }
  /** 200 with something that is not JSON. */
  | { kind: 'garbage' }
  /** A proxy's error page. */
  | { kind: 'html'; status: number }
  /** The right answer, when the test says so. */
  | { kind: 'held'; until: Promise<void> }
  /** Another status or body: {detail}, {message} or anything else. */
  | { kind: 'status'; status: number; body?: unknown };

/** Answers with the fault; false when the right answer is still to come. */
export async function answerFault(fault: Fault, response: ServerResponse): Promise<boolean> {
  switch (fault.kind) {
    case 'cut':
      response.socket?.destroy();
      break;
    case 'half':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100000' });
      response.write('[{"id": 1, "name": "Half a');
      // Cut when the first half has left.
      setTimeout(() => response.socket?.destroy(), 50);
      break;
    case 'hang':
      break;
    case 'garbage':
      send(response, 200, 'text/plain', 'PHP Warning: <<< not json');
      break;
    case 'html': {
      const page = `<html><body><h1>${fault.status} Bad Gateway</h1><hr>nginx</body></html>`;
      send(response, fault.status, 'text/html', page);
      break;
    }
    case 'status':
      sendJson(response, fault.status, fault.body);
      break;
    case 'held':
      await fault.until;
      return false;
  }
  return true;
}

/** Sends JSON, or no body if none is given. */
export function sendJson(response: ServerResponse, status: number, body?: unknown): void {
  send(response, status, 'application/json', body === undefined ? '' : JSON.stringify(body));
}

function send(response: ServerResponse, status: number, contentType: string, text: string): void {
  response.writeHead(status, { 'content-type': contentType });
  response.end(text);
}
