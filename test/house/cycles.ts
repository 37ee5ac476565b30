import { importsOf, isCode, isTest, type Source } from './source.ts'

const inProjects = /^(contract|domain|server|web)\/src\//

/** Files that load each other: which one runs first depends on who is imported first. Types and `import()` are free. */
export function cyclesIn(sources: readonly Source[]): string[] {
  const files = sources.filter((s) => inProjects.test(s.path) && isCode(s) && !isTest(s))
  const known = new Set(files.map(({ path }) => path))
  const loads = new Map(
    files.map((source) => [
      source.path,
      importsOf(source)
        .filter(({ to, typeOnly, lazy }) => !typeOnly && !lazy && known.has(to))
        .map(({ to }) => to),
    ]),
  )
  const found: string[] = []
  const done = new Set<string>()
  const trail: string[] = []
  function walk(path: string): void {
    const at = trail.indexOf(path)
    if (at >= 0) found.push([...trail.slice(at), path].join(' -> '))
    if (at >= 0 || done.has(path)) return
    trail.push(path)
    for (const next of loads.get(path) ?? []) walk(next)
    trail.pop()
    done.add(path)
  }
  for (const { path } of files) walk(path)
  return found
}
