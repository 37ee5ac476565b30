import { BoundedMap } from '#domain/bounded-map.ts'

const freeTries = 5
const firstWaitMs = 30_000
const longestWaitMs = 15 * 60_000
const forgottenMs = 24 * 3_600_000
const mostScopes = 1_000

interface Scope {
  wrong: number
  lastAt: number
}

/**
 * Wrong two-factor codes are counted per account, because an attacker with the password may use thousands of networks.
 * After five wrong codes each further attempt must wait, twice as long each time and at most 15 minutes; an attempt
 * during the wait is ignored and does not extend it. Networks with an earlier login have their own scope, so an attacker
 * elsewhere cannot lock the owner out.
 */
export function createCodeBackOff(now: () => number) {
  // A correct password is needed to get here, so there are only as many scopes as accounts and their known networks.
  const scopes = new BoundedMap<string, Scope>(mostScopes)

  const waitMs = (wrong: number): number =>
    wrong < freeTries ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(20, wrong - freeTries))

  const scopeOf = (scope: string): Scope | undefined => {
    const found = scopes.get(scope)
    return found && now() - found.lastAt < forgottenMs ? found : undefined
  }

  return {
    mustWait(scope: string): boolean {
      const found = scopeOf(scope)
      return found !== undefined && now() < found.lastAt + waitMs(found.wrong)
    },
    failed(scope: string): void {
      const wrong = (scopeOf(scope)?.wrong ?? 0) + 1
      scopes.set(scope, { wrong, lastAt: now() })
    },
    succeeded: (scope: string): void => void scopes.delete(scope),
  }
}
