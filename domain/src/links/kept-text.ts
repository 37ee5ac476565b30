import type { Block } from '#contract/inbound.ts'
import type { Advertised, Security, Transport } from './advertised.ts'

interface Kept {
  transport: Transport
  masks: Block
  texts: Map<string, string>
}

const kept = new WeakMap<Security, Kept>()
const mostTexts = 64

/**
 * Caches the part of a link that depends only on its way (routes-to-inbound.ts): entries of one way share their
 * security, transport and masks, and nobody modifies them. `key` covers everything else that `make` reads.
 */
export function keptText(
  { security, transport, masks }: Pick<Advertised, 'security' | 'transport' | 'masks'>,
  key: string,
  make: () => string,
): string {
  let known = kept.get(security)
  if (known?.transport !== transport || known.masks !== masks) {
    known = { transport, masks, texts: new Map() }
    kept.set(security, known)
  }
  let text = known.texts.get(key)
  if (text === undefined) {
    text = make()
    if (known.texts.size >= mostTexts) known.texts.clear()
    known.texts.set(key, text)
  }
  return text
}
