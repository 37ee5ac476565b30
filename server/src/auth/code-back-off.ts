import { BoundedMap } from '#domain/bounded-map.ts'

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
 * Wrong two-factor codes are counted per account, because an attacker with the password may use thousands of networks.
 * After five wrong codes each further attempt must wait, twice as long each time and at most 15 minutes; an attempt
 * during the wait is ignored and does not extend it. Networks with an earlier login have their own lane, so an attacker
 * elsewhere cannot lock the owner out.
 */
export function createCodeBackOff(now: () => number) {
  // A correct password is needed to get here, so there are only as many lanes as accounts and their known networks.
  const lanes = new BoundedMap<string, Lane>(mostLanes)

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
      lanes.set(lane, { wrong, lastAt: now() })
    },
    succeeded: (lane: string): void => void lanes.delete(lane),
  }
}
