/** Waits for the work, but not longer than this. */
export async function waitFor(work: Promise<unknown>, mostMs: number): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, mostMs)
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
