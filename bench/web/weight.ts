import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const built = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'dist/web')

/** Bytes on the wire: the gzip file if an asset has one. */
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
