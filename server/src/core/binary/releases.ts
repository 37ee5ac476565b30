import { z } from 'zod'
import { compareVersions } from '#domain/core-config/core-version.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Egress } from '../../platform/egress/safe-fetch.ts'
import { OLDEST_VERSION, plainVersion } from './binary-version.ts'

const LIST_URL = 'https://api.github.com/repos/XTLS/Xray-core/releases'
const FRESH_MS = 15 * 60_000
const CALL_MS = 10_000

const List = z.array(z.object({ tag_name: z.string() }))

export interface ReleasesDeps extends Clock {
  egress: Pick<Egress, 'safeFetch'>
}

export function createReleases({ egress, now }: ReleasesDeps) {
  let known: { versions: string[]; at: number } | undefined

  async function fetchList(): Promise<string[]> {
    const reply = await egress.safeFetch(LIST_URL, {
      timeoutMs: CALL_MS,
      expectStatus: [200],
      headers: { accept: 'application/vnd.github+json' },
    })
    const versions = List.parse(await reply.json()).flatMap(({ tag_name }) => plainVersion(tag_name) ?? [])
    const supported = new Set(versions.filter((version) => compareVersions(version, OLDEST_VERSION) >= 0))
    return [...supported].sort((a, b) => compareVersions(b, a))
  }

  return {
    /** Versions that can be installed, newest first. Returns the cached list if the request fails. */
    async list(): Promise<string[]> {
      if (known && now() - known.at < FRESH_MS) return known.versions
      try {
        known = { versions: await fetchList(), at: now() }
      } catch (error) {
        if (!known) throw error
      }
      return known.versions
    },
  }
}

export type Releases = ReturnType<typeof createReleases>
