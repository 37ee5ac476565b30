import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const built = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'dist/web')

/** Bytes on the wire: the panel serves a compressed copy of an asset if there is one. */
function gzipped(path: string): number {
  const file = join(built, path)
  return statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size
}

/** Scripts and styles that were requested, each file once, without those loaded before. */
export function weigh(asked: readonly string[], before: readonly string[] = []): number {
  const known = new Set(before)
  return [...new Set(asked)]
    .filter((path) => /\.(js|css)$/.test(path) && !known.has(path))
    .reduce((sum, path) => sum + gzipped(path), 0)
}

/** What was requested before the inbounds and the charts of Home, which come after the first figures. */
export function firstLoad(asked: readonly string[]): string[] {
  const later = asked.findIndex((path) => /\/(flows|home-details)-[^/]*\.js$/.test(path))
  if (later < 0) throw new Error('Home has not asked for its inbounds')
  return asked.slice(0, later)
}

export const kib = (bytes: number) => `${Math.round(bytes / 1024)} KB`
