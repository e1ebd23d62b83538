// A separate process that calls a list repeatedly, as another user would: the bench's own work must not delay
// it. The first calls are not counted: they are this process's start and its connection. Prints a line when they are made;
// ends when its input does and prints the times in ms.
const [url, token, path] = process.argv.slice(2);
const FIRST_CALLS = 20;
const times = [];
const state = { done: false };
process.stdin.on('end', () => (state.done = true)).resume();
for (let calls = 0; !state.done; calls += 1) {
  if (calls === FIRST_CALLS) process.stdout.write('\n');
  const start = performance.now();
  const response = await fetch(`${url}/api${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await response.text();
  if (calls >= FIRST_CALLS) times.push(performance.now() - start);
  await new Promise((resolve) => setTimeout(resolve, 5));
}
process.stdout.write(JSON.stringify(times));
