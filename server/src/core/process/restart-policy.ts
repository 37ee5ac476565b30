export type RestartDecision = { retryInMs: number } | { giveUpAfter: number }

const WINDOW_MS = 60_000
const MOST = 5
const FIRST_MS = 500

/** Five crashes in a minute mean a broken configuration; until then each wait is twice the previous one. */
export function afterCrash(crashTimes: readonly number[], now: number): RestartDecision {
  const recent = recentCrashes(crashTimes, now).length
  if (recent >= MOST) return { giveUpAfter: recent }
  return { retryInMs: FIRST_MS * 2 ** recent }
}

/** The crashes that still count; keeps the list short for a core that crashes for weeks. */
export const recentCrashes = (crashTimes: readonly number[], now: number): number[] =>
  crashTimes.filter((time) => now - time < WINDOW_MS)
