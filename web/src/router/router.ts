/** What a navigation would change: the path, or some parts of the query. */
export interface Step {
  path: boolean
  params: readonly string[]
}

/** True allows the navigation; false holds it until `proceed` is called. */
export type Guard = (step: Step, proceed: () => void) => boolean
export type Params = Readonly<Record<string, string | undefined>>
type How = 'push' | 'replace'

/** The current location below the base path. The URL is the state: pages read it and write it. */
export function createRouter(base: string) {
  const listeners = new Set<() => void>()
  const guards = new Set<Guard>()
  let moved = false
  let current = location.href
  const tell = () => {
    moved = true
    current = location.href
    for (const listener of listeners) listener()
  }

  /** Asks every holder of unsaved work; the first one that objects decides when to continue. */
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
    history.pushState(null, '', current) // The browser has already navigated: go back to the unsaved work.
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
    /** Without the base path, query and trailing slashes: '' is the login page, 'panel' the home page. */
    path: (): string => {
      const { pathname } = location
      const below = pathname.startsWith(base) ? pathname.slice(base.length) : pathname.slice(1)
      return below.replace(/\/+$/, '')
    },
    /** False until the first navigation inside the app. */
    hasMoved: (): boolean => moved,
    search: (): string => location.search,
    hrefOf: (path: string): string => base + path,
    /** A link to this page with some parts of its query changed. */
    hrefWith: (params: Params): string => withParams(params).href,
    go: (path: string, how: How = 'push'): void => write(base + path, how),
    /** Sets parts of the query and keeps the rest; `undefined` removes one. */
    setParams: (params: Params, how: How = 'replace'): void => write(withParams(params).href, how),
    /** Called before every navigation inside the app; returns a function that unregisters it. */
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
