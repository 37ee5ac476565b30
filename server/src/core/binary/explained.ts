import type { Coded } from '#contract/coded.ts'
import type { CoreConfig } from '#domain/core-config/build.ts'
import { missingIn } from '#domain/core-config/core-additions.ts'
import { textIn } from '#domain/core-config/edit.ts'
import { coded } from '#domain/refusal.ts'
import { asBlocks } from '#domain/untyped.ts'

/** Why a core refuses a configuration, and which version would take it if this one is too old for something. */
export function explained(
  reason: string | Coded,
  version: string,
  config: Partial<CoreConfig>,
): string | Coded {
  const sections = [...asBlocks(config.inbounds), ...asBlocks(config.outbounds)]
  const named = sections.map((section) => ({ name: textIn(section, ['tag']), section }))
  const [first] = missingIn(version, named)
  if (!first) return reason
  const { name, since, places } = first
  return coded('core.needs-newer', { reason, name, since, version, places: places.join(', ') })
}
