import { masqueSince } from '#domain/core-config/core-additions.ts'
import { compareVersions } from '#domain/core-config/core-version.ts'
import type { Abilities } from './dialling.ts'

/** Programs that name their version in the User-Agent, and since when they know Gecko. A preview of that version may not. */
const gecko = [
  { says: /\b(?:mihomo|clash\.?meta)\/v?(\d+(?:\.\d+)+)(-?)/i, since: '1.19.26' },
  { says: /\bsing-box[ /]v?(\d+(?:\.\d+)+)(-?)/i, since: '1.14.0' },
] as const

/** Few apps say which Xray they have inside. */
const xray = /\bxray(?:-core)?[/ ]v?(\d+(?:\.\d+)+)/i

/** Long enough for any app. */
const longest = 256

export function abilitiesOf(userAgent: string): Abilities {
  const text = userAgent.slice(0, longest)
  const isNew = gecko.some(({ says, since }) => {
    const [, version = '0', preview] = says.exec(text) ?? []
    return compareVersions(version, since) >= (preview ? 1 : 0)
  })
  const [, core] = xray.exec(text) ?? []
  return { gecko: isNew, noMasque: core !== undefined && compareVersions(core, masqueSince) < 0 }
}
