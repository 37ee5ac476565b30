/** What a step would change: the path, or some parts of the query. */
export interface Step {
  path: boolean
  params: readonly string[]
}

/** True lets the step go; false holds it until `proceed` is called. */
export type Guard = (step: Step, proceed: () => void) => boolean
export type Params = Readonly<Record<string, string | undefined>>
type How = 'push' | 'replace'

/** Where the browser is, below the base path. The address is the state: pages read it and write it. */
export function createPlace(base: string) {
  const listeners = new Set<() => void>()
  const guards = new Set<Guard>()
  let moved = false
  let current = location.href
  const tell = () => {
    moved = true
    current = location.href
    for (const listener of listeners) listener()
  }

  /** Asks everyone who holds unsaved work; the first who objects decides when to go on. */
  function mayGo(to: string, proceed: () => void): boolean {
    const step = stepBetween(current, to)
    for (const guard of guards) if (!guard(step, proceed)) return false
    return true
  }

  addEventListener('popstate', () => {
    const wished = location.href
    const proceed = () => {
      history.replaceState(null, '', wished)
      tell()
    }
    if (mayGo(wished, proceed)) return tell()
    history.pushState(null, '', current) // The browser has moved already: back to where the work is.
  })

  function write(href: string, how: How): void {
    const url = new URL(href, location.href)
    const step = () => {
      if (url.href === location.href) return
      history[how === 'push' ? 'pushState' : 'replaceState'](null, '', url)
      tell()
    }
    if (mayGo(url.href, step)) step()
  }

  return {
    /** Without the base path, query and slashes at its end: '' is the login page, 'panel' the home page. */
    path: (): string => {
      const { pathname } = location
      const below = pathname.startsWith(base) ? pathname.slice(base.length) : pathname.slice(1)
      return below.replace(/\/+$/, '')
    },
    /** False as long as the browser itself opened this page. */
    hasMoved: (): boolean => moved,
    search: (): string => location.search,
    hrefOf: (path: string): string => base + path,
    /** This page with some parts of its query changed, for a link. */
    hrefWith: (params: Params): string => withParams(params).href,
    go: (path: string, how: How = 'push'): void => write(base + path, how),
    /** Sets parts of the query and leaves the rest; `undefined` takes one out. */
    setParams: (params: Params, how: How = 'replace'): void => write(withParams(params).href, how),
    /** Asked before every step inside the app; returns the way to take it back. */
    guard(guard: Guard): () => void {
      guards.add(guard)
      return () => guards.delete(guard)
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export type Place = ReturnType<typeof createPlace>

function withParams(params: Params): URL {
  const url = new URL(location.href)
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === '') url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  }
  return url
}

function stepBetween(from: string, to: string): Step {
  const [a, b] = [new URL(from), new URL(to)]
  const names = new Set([...a.searchParams.keys(), ...b.searchParams.keys()])
  return {
    path: a.pathname !== b.pathname,
    params: [...names].filter((name) => a.searchParams.get(name) !== b.searchParams.get(name)),
  }
}
