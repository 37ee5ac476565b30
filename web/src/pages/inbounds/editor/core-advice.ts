import type { Block } from '#contract/inbound.ts'
import { masqueSince } from '#domain/core-config/core-additions.ts'
import { compareVersions } from '#domain/core-config/core-version.ts'
import { findChanges } from '#domain/core-config/find-changes.ts'
import { coreDoes } from '#domain/core-config/in-version.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import { blockAt, textAt } from '#domain/untyped.ts'
import type { PlainKey } from '../../../i18n/translation.tsx'
import type { Advice } from './advice.ts'
import { protocolOf } from './cell-change.ts'

const reality = 'streamSettings.realitySettings'

/** What to say of a known change, beside the field that meets it. Others are said by the core, or by other advice. */
const said: Readonly<Record<string, Omit<Advice, 'grave'>>> = {
  'reality-version': { at: `${reality}.minClientVer`, text: 'advice.realityBlank' },
  'reality-version-set': { at: `${reality}.minClientVer`, text: 'advice.realityHigh' },
  'reality-key-share': { at: 'streamSettings.security', text: 'advice.realityKeyShare' },
  'reality-fingerprint': { at: `${reality}.settings.fingerprint`, text: 'advice.realityFingerprint' },
  'shadowsocks-none': { at: 'settings.method', text: 'advice.cipherGone' },
  'xhttp-session': { at: 'streamSettings.network', text: 'advice.sessionNames' },
  'wireguard-clients': { at: 'settings.secretKey', text: 'advice.tunnelNotCounted' },
}

const sourceOf = (form: Block): SectionSource => ({
  ...{ id: 0, tag: '', port: 0, enable: true, nodeId: null, sniffing: {} },
  protocol: protocolOf(form),
  listen: textAt(form, 'listen'),
  settings: blockAt(form, 'settings'),
  streamSettings: blockAt(form, 'streamSettings'),
})

/** Versions that the table of changes can be asked for. */
const known = (versions: readonly string[]): string[] => [
  ...new Set(versions.filter((version) => /^\d/.test(version))),
]

/** What is known to fail with the cores that will run this inbound: of this panel, or of nodes. */
export function coreAdvice(form: Block, versions: readonly string[]): Advice[] {
  const config = { outbounds: [], routing: { rules: [] } }
  const inbounds = [sourceOf(form)]
  const kinds = known(versions).flatMap((version) =>
    findChanges({ from: version, to: version, inbounds, config }).map(({ change }) => change.kind),
  )
  const found = [...new Set(kinds)].flatMap((kind) => {
    const one = said[kind]
    return one ? [{ ...one, grave: false }] : []
  })
  const isTooOld = inbounds[0]?.protocol === 'masque' && !takesMasque(versions)
  return isTooOld ? [{ at: 'protocol', text: 'advice.masqueOld', grave: true }, ...found] : found
}

/** Whether all of these cores have MASQUE; of one that is not known, nobody can say that it does not. */
export const takesMasque = (versions: readonly string[]): boolean =>
  known(versions).every((version) => compareVersions(version, masqueSince) >= 0)

/** What a blank minimum means depends on the version. */
export function clientVersionHint(versions: readonly string[]): PlainKey {
  const all = known(versions)
  const refusesBlank = all.some((version) => coreDoes(version, 'reality-version'))
  if (all.length === 0 || refusesBlank) return 'field.minClientVerHint'
  const isNew = all.some((version) => coreDoes(version, 'reality-key-share'))
  return isNew ? 'field.minClientVerNewHint' : 'field.minClientVerOldHint'
}
