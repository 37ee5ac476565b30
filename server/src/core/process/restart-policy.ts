export type Verdict = { retryInMs: number } | { giveUpAfter: number }

const WINDOW_MS = 60_000
const MOST = 5
const FIRST_MS = 500

/** Five crashes in a minute is a broken configuration, not bad luck; until then each wait is twice the last. */
export function afterCrash(crashTimes: readonly number[], now: number): Verdict {
  const recent = recentCrashes(crashTimes, now).length
  if (recent >= MOST) return { giveUpAfter: recent }
  return { retryInMs: FIRST_MS * 2 ** recent }
}

/** What still counts; keeps the list of a core that crashes for weeks as short as that of one that crashed today. */
export const recentCrashes = (crashTimes: readonly number[], now: number): number[] =>
  crashTimes.filter((time) => now - time < WINDOW_MS)
