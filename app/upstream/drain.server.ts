/** Waits for a call whose body is not used and frees its connection; a broken body does not matter. */
export async function drain(call: Promise<Response>): Promise<null> {
  const response = await call;
  await response.body?.cancel().catch(() => undefined);
  return null;
}
