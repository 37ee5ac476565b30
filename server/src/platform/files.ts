import { createHash } from 'node:crypto'
import { createReadStream, readFileSync, statfsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'

/** Left free on the disk, so that the panel can go on writing. */
export const spareBytes = 64 * 1024 * 1024

export function refuseNoSpace(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bytes + spareBytes > bavail * bsize) throw new Refusal('storage.disk-full')
}

/** Undefined if there is no such file, or it cannot be read. */
export function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** The content of a file that the panel wrote; undefined if it is missing, incomplete or of another version. */
export function readJson<T>(file: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

/** SHA-256 in hexadecimal. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** A text that changes when another file is put at this path, or other content into the file. */
export async function fileIdentity(path: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true })
    return [path, dev, ino, size, mtimeNs, ctimeNs].join(' ')
  } catch {
    return path // missing: whoever uses the file will say so
  }
}
