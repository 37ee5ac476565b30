import { stat } from 'node:fs/promises'

/** A text that changes when another file is put at this path, or other content into the file. */
export async function fileIdentity(path: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true })
    return [path, dev, ino, size, mtimeNs, ctimeNs].join(' ')
  } catch {
    return path // missing: whoever uses the file will say so
  }
}
