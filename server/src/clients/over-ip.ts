/** Clients that are slow at the moment because they use too many addresses. The IP limit writes it; speeds depend on it. */
export function createOverIp() {
  let emails: ReadonlySet<string> = new Set()
  return {
    has: (email: string): boolean => emails.has(email),
    /** Returns the clients that came into the list or left it. */
    replace(next: ReadonlySet<string>): ReadonlySet<string> {
      const changed = [...next, ...emails].filter((email) => next.has(email) !== emails.has(email))
      emails = next
      return new Set(changed)
    },
  }
}

export type OverIp = ReturnType<typeof createOverIp>
