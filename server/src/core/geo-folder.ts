import { readdirSync } from 'node:fs'

/** The geo files that lie where the core looks for them. */
export function listGeoFiles(folder: string): string[] {
  try {
    return readdirSync(folder).filter((f) => f.endsWith('.dat'))
  } catch {
    return []
  }
}
