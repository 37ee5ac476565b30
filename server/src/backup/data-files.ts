import { existsSync, statSync } from 'node:fs'
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
  return [...new Set([...own, ...inside])].filter((path) => isFileName(path) && isFile(join(dataFolder, path)))
}

const isFile = (path: string) => existsSync(path) && statSync(path).isFile()

/** Paths of certificates and keys in the JSON of an inbound. */
export function certificatePaths(streamSettings: string): string[] {
  return [...streamSettings.matchAll(/"(?:certificateFile|keyFile)"\s*:\s*("(?:[^"\\]|\\.)*")/g)].map(
    ([, text = '""']) => JSON.parse(text) as string, // the pattern matches JSON texts only
  )
}
