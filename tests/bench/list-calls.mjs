// A separate process that calls the building list repeatedly, as another user would: the bench's own work must not delay
// it. Ends when its input does and prints the times in ms.
const [url, token] = process.argv.slice(2);
const times = [];
const state = { done: false };
process.stdin.on('end', () => (state.done = true)).resume();
while (!state.done) {
  const start = performance.now();
  const response = await fetch(`${url}/api/admin/condos`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await response.text();
  times.push(performance.now() - start);
  await new Promise((resolve) => setTimeout(resolve, 5));
}
process.stdout.write(JSON.stringify(times));
