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
 * The part of a link that its way alone decides, written once for as long as the way is kept (ways.ts): entries of one
 * way share their security, transport and masks, and nobody writes into them. `key` is all else that `make` looks at.
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
