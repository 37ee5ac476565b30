const freeTries = 5
const firstWaitMs = 30_000
const longestWaitMs = 15 * 60_000
const forgottenMs = 24 * 3_600_000
const mostLanes = 1_000

interface Lane {
  wrong: number
  lastAt: number
}

/**
 * Who has the password and guesses at codes comes from a thousand networks: wrong codes are counted for the account.
 * After the fifth one each further code waits, twice as long every time and 15 minutes at most; what is sent before
 * that is not looked at and does not make the wait longer. Places that logged in before have lanes of their own, so
 * that a guesser elsewhere cannot keep the owner waiting.
 */
export function createCodeBackOff(now: () => number) {
  const lanes = new Map<string, Lane>()

  const waitMs = (wrong: number): number =>
    wrong < freeTries ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(20, wrong - freeTries))

  const laneOf = (lane: string): Lane | undefined => {
    const found = lanes.get(lane)
    return found && now() - found.lastAt < forgottenMs ? found : undefined
  }

  return {
    mustWait(lane: string): boolean {
      const found = laneOf(lane)
      return found !== undefined && now() < found.lastAt + waitMs(found.wrong)
    },
    failed(lane: string): void {
      const wrong = (laneOf(lane)?.wrong ?? 0) + 1
      lanes.delete(lane)
      lanes.set(lane, { wrong, lastAt: now() })
      // Only who knows a password gets here: there are as many lanes as accounts and places of their owners.
      if (lanes.size > mostLanes) lanes.delete(lanes.keys().next().value ?? '')
    },
    succeeded: (lane: string): void => void lanes.delete(lane),
  }
}
