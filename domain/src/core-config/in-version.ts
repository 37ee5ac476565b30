import type { Block } from '#contract/inbound.ts'
import { asBlocks } from '#domain/untyped.ts'
import { type CoreChange, coreChanges, type Range } from './core-changes.ts'
import { compareVersions } from './core-version.ts'
import { valueAt, withValueAt } from './edit.ts'
import type { WriteOutbound } from './outbound-forms.ts'

const behavesSo = ({ since, until }: Range, version: string): boolean =>
  (since === undefined || compareVersions(version, since) >= 0) &&
  (until === undefined || compareVersions(version, until) < 0)

/** The changes that are in force in that version. */
export const changesIn = (version: string): CoreChange[] =>
  coreChanges.filter((change) => behavesSo(change, version))

/** Whether that version behaves as the rows of this kind say. */
export const coreDoes = (version: string, kind: CoreChange['kind']): boolean =>
  changesIn(version).some((change) => change.kind === kind)

/** The template with its outbounds as that version reads them. */
export function withOutboundsFor(template: Block, version: string): Block {
  const list = valueAt(template, ['outbounds'])
  if (!Array.isArray(list)) return template
  const next = asBlocks(list).map(outboundFor(version))
  return next.some((outbound, i) => outbound !== list[i])
    ? withValueAt(template, ['outbounds'], next)
    : template
}

export function outboundFor(version: string): WriteOutbound {
  const writers = changesIn(version).flatMap((change) => ('writes' in change && change.writes) || [])
  return (outbound) => writers.reduce((written, write) => write(written), outbound)
}

/** Whether the form of an outbound offers a field while that version runs; an unknown version has all of them. */
export const offersField = (version: string, protocol: string, path: string): boolean =>
  !/^\d/.test(version) ||
  !changesIn(version).some(
    (change) =>
      'drops' in change &&
      change.drops?.path === path &&
      [undefined, protocol].includes(change.drops.protocol),
  )
