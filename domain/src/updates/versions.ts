/** `1.4.0`, `1.4.0-dev.3`; what follows a plus says nothing about the order. */
const partsOf = (version: string) => {
  const [release = '', ...before] = (version.split('+')[0] ?? '').split('-')
  return { release: release.split('.'), before: before.join('-').split('.').filter(Boolean) }
}

function compareParts(a: string | undefined, b: string | undefined): number {
  if (a === b) return 0
  if (a === undefined) return -1
  if (b === undefined) return 1
  const [x, y] = [a, b].map((part) => (/^\d+$/.test(part) ? Number(part) : Number.NaN)) as [number, number]
  if (Number.isNaN(x) && Number.isNaN(y)) return a < b ? -1 : 1
  if (Number.isNaN(x)) return 1
  if (Number.isNaN(y)) return -1
  return x - y
}

function compareLists(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = compareParts(a[i], b[i])
    if (difference !== 0) return difference
  }
  return 0
}

/** Negative if `a` is older. A version with a suffix comes before the one without: `1.4.0-dev.3` before `1.4.0`. */
export function compareVersions(a: string, b: string): number {
  const [x, y] = [partsOf(a), partsOf(b)]
  const difference = compareLists(x.release, y.release)
  if (difference !== 0) return difference
  if (x.before.length === 0 || y.before.length === 0) return y.before.length - x.before.length
  return compareLists(x.before, y.before)
}
