import type { ReleaseEntry, UpdateChannel, UpdatePlan } from '#contract/updates.ts'
import { compareVersions } from './versions.ts'

export interface Running {
  version: string
  /** Number of the newest schema step. */
  schema: number
  /** Version of the core that runs, blank if none does. */
  core: string
  /** The core keeps running while the panel is replaced. */
  coreSurvives: boolean
  arch: 'x64' | 'arm64'
  channel: UpdateChannel
}

/** The development channel has every release: a stable one may be the newest. */
const isIn = (channel: UpdateChannel) => (release: ReleaseEntry) =>
  channel === 'dev' || release.channel === 'stable'

/** Newer releases for this machine, newest first. An older one is never among them, whatever the list says. */
export function newerReleases(list: readonly ReleaseEntry[], running: Running): ReleaseEntry[] {
  return list
    .filter(isIn(running.channel))
    .filter(({ version }) => compareVersions(version, running.version) > 0)
    .toSorted((a, b) => compareVersions(b.version, a.version))
}

/** What an update to `wanted`, or to the newest release, would do; undefined if there is nothing to update to. */
export function planUpdate(
  list: readonly ReleaseEntry[],
  running: Running,
  wanted?: string,
): UpdatePlan | undefined {
  const newer = newerReleases(list, running)
  const target = newer.find(
    ({ version, archives }) =>
      archives[running.arch] !== undefined && (wanted === undefined || version === wanted),
  )
  const archive = target?.archives[running.arch]
  if (!target || !archive) return undefined
  const between = newer.filter(({ version }) => compareVersions(version, target.version) <= 0)
  return {
    from: running.version,
    to: target.version,
    date: target.date,
    releases: between.map(({ version, date, notes }) => ({ version, date, notes })),
    schemaNow: running.schema,
    schemaNext: target.schema,
    migrates: target.schema !== running.schema,
    coreNow: running.core,
    coreNext: target.core,
    coreRestarts: running.core !== '' && !running.coreSurvives,
    downloadBytes: archive.size,
  }
}
