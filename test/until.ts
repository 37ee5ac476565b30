/**
 * How long a test waits for something that must come; vitest.config.ts says how long in an end-to-end test. Nobody waits
 * that long for what comes: it is the time after which a busy machine is no explanation any more.
 */
export const deadlineMs = Number(process.env.SLUICE_TEST_DEADLINE_MS ?? 60_000)

/** Waits for what must come; after the deadline the error says what did not. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  ms = deadlineMs,
): Promise<void> {
  const end = performance.now() + ms
  let pause = 1
  // A slow look may begin before the deadline and end after it: the last one begins after it.
  for (let isLast = false; !(await holds()); isLast = performance.now() > end) {
    if (isLast) throw new Error(`waited ${ms} ms in vain: ${what}`)
    await new Promise((next) => setTimeout(next, pause))
    pause = Math.min(100, pause * 2)
  }
}
