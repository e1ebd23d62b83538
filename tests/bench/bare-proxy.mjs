// The least that a call to another process costs: passes requests on and answers back, and does nothing else.
import { Agent, createServer, request } from 'node:http';

const [port, origin] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
createServer((incoming, outgoing) => {
  const { method, headers } = incoming;
  const passed = request(origin + incoming.url, { agent, method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode, answer.headers);
    answer.pipe(outgoing);
  });
  passed.on('error', () => outgoing.destroy());
  incoming.pipe(passed);
}).listen(Number(port), '127.0.0.1');
