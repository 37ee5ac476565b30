import type { Block } from '#contract/inbound.ts'
import { BoundedMap } from '#domain/bounded-map.ts'
import type { Advertised, Security, Transport } from './advertised.ts'

interface Kept {
  transport: Transport
  masks: Block
  texts: BoundedMap<string, string>
}

const kept = new WeakMap<Security, Kept>()
const mostTexts = 64

/**
 * Caches the part of a link that depends only on its route (routes-to-inbound.ts): entries of one route share their
 * security, transport and masks, which are never modified. `key` covers everything else that `make` reads.
 */
export function keptText(
  { security, transport, masks }: Pick<Advertised, 'security' | 'transport' | 'masks'>,
  key: string,
  make: () => string,
): string {
  let known = kept.get(security)
  if (known?.transport !== transport || known.masks !== masks) {
    known = { transport, masks, texts: new BoundedMap(mostTexts) }
    kept.set(security, known)
  }
  return known.texts.of(key, make)
}
