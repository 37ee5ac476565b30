import { readdirSync } from 'node:fs'

/** The geo files in the folder that the core reads. */
export function listGeoFiles(folder: string): string[] {
  try {
    return readdirSync(folder).filter((f) => f.endsWith('.dat'))
  } catch {
    return []
  }
}
