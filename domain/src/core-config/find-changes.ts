import type { Block } from '#contract/inbound.ts'
import { canonicalStream } from '#domain/inbounds/stream.ts'
import { blockAt, textAt } from '#domain/untyped.ts'
import type { CoreChange, OutboundChange, Outbounds, Shape, ToldChange } from './core-changes.ts'
import { changesIn, coreDoes } from './in-version.ts'
import type { SectionSource } from './inbound-section.ts'

const shapeOf = (source: SectionSource): Shape => {
  const stream = canonicalStream(source.streamSettings)
  const at = (key: string): Block => blockAt(stream, key)
  return { source, stream, tls: at('tlsSettings'), reality: at('realitySettings') }
}

const isTold = (change: CoreChange): change is ToldChange => change.about !== 'form'

/** What the panel writes in another form there is looked for as it is written today. */
const found = ({ finds }: OutboundChange, config: Outbounds): string[] =>
  config.outbounds.filter((outbound) => finds(outbound, config)).map((outbound) => textAt(outbound, 'tag'))

export interface ChangesInput {
  /** The version in use; blank if none is known. */
  from: string
  to: string
  /** Those that run there. */
  inbounds: readonly SectionSource[]
  /** As it is written for the version in use. */
  config: Outbounds
  /** As it is written for the other one; absent: the same. */
  next?: Outbounds
}

/** What is known to differ with this configuration in that version, or to differ already. */
export function findChanges({ from, to, inbounds, config, next = config }: ChangesInput) {
  const shapes = inbounds.map(shapeOf)
  return changesIn(to)
    .filter(isTold)
    .map((change) => ({
      change,
      /** The version in use does not behave so yet. */
      isNew: !coreDoes(from, change.kind),
      inbounds: change.about === 'outbounds' ? [] : shapes.filter(change.finds).map(({ source }) => source),
      outbounds: change.about === 'outbounds' ? found(change, change.writes ? config : next) : [],
    }))
    .filter((found) => found.inbounds.length > 0 || found.outbounds.length > 0)
}
