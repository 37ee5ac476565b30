import { lstatSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { isFileName } from './archive/manifest.ts'

/** Made by the panel itself (R6). */
const own = ['self-signed.crt', 'self-signed.key']

/**
 * Certificates and keys inside the data folder: the panel's own, and those that settings and inbounds name there. Files
 * elsewhere belong to another program, such as an ACME client, which writes them anew.
 */
export function dataFiles(dataFolder: string, named: readonly string[]): string[] {
  const inside = named
    .filter((path) => path !== '')
    .map((path) => relative(dataFolder, resolve(dataFolder, path)))
  return [...new Set([...own, ...inside])].filter(
    (path) => isFileName(path) && isFile(join(dataFolder, path)),
  )
}

/** Not a link: what it points to belongs to another program. */
const isFile = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false

/** Paths of certificates and keys in the JSON of an inbound. */
export const certificatePaths = (streamSettings: string): string[] =>
  [...streamSettings.matchAll(/"(?:certificateFile|keyFile)"\s*:\s*"((?:[^"\\]|\\[/"\\])*)"/g)].map(
    ([, text = '']) => text.replace(/\\(.)/g, '$1'),
  )
