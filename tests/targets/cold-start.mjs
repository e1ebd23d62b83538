/** Loads a function, calls it for the first time and prints how long that took; returns what calls it. */
export async function startCold(preset, load) {
  const started = performance.now();
  const invoke = await load();
  const loaded = performance.now();
  await (await invoke(new Request('http://127.0.0.1/login'), '127.0.0.1')).arrayBuffer();
  process.stdout.write(
    `cold start ${preset}: loaded in ${(loaded - started).toFixed(0)} ms, ` +
      `first page ${(performance.now() - started).toFixed(0)} ms\n`,
  );
  return invoke;
}
