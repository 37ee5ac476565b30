/** Where the browser is, below the base path. The address is the state: pages read it and write it. */
export function createPlace(base: string) {
  const listeners = new Set<() => void>()
  let moved = false
  const tell = () => {
    moved = true
    for (const listener of listeners) listener()
  }
  addEventListener('popstate', tell)

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
    go(path: string, how: 'push' | 'replace' = 'push'): void {
      history[how === 'push' ? 'pushState' : 'replaceState'](null, '', base + path)
      tell()
    },
    /** Sets one part of the query and leaves the rest; `undefined` takes it out. */
    setParam(name: string, value: string | undefined): void {
      const url = new URL(location.href)
      if (value === undefined) url.searchParams.delete(name)
      else url.searchParams.set(name, value)
      history.replaceState(null, '', url)
      tell()
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export type Place = ReturnType<typeof createPlace>
