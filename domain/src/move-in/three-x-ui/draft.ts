import type { ClientFields } from '#contract/client.ts'
import { byName, rowOf } from '#contract/clients/fields.ts'
import type { Block } from '#contract/inbound.ts'
import type { ExternalRow } from '#domain/links/external.ts'
import { asCount, asFlag, asMoment, asText, asTexts, wholeOr } from '#domain/untyped.ts'

/** The fields that 3x-ui has, too. */
const names = [
  ...(['email', 'subId', 'uuid', 'password', 'auth', 'flow', 'security', 'comment', 'group'] as const),
  ...(['limitIp', 'totalGB', 'expiryTime', 'enable', 'tgId', 'reset', 'limitHwid'] as const),
  ...(['resetDay', 'resetMax', 'createdAt', 'updatedAt'] as const),
  ...(['privateKey', 'publicKey', 'preSharedKey', 'allowedIPs', 'keepAlive'] as const),
]
type Name = (typeof names)[number]

/** A client as the source has it: typed, not yet made to fit. */
export interface Draft extends Pick<ClientFields, Name> {
  shadowsocksKey: string
  reverseTag: string
  /** The flow on each inbound, by tag; blank: the client's own. */
  attachments: Map<string, string>
  externalLinks: readonly ExternalRow[]
  /** Disabled in the list itself: an operator's choice, whatever the counters say. */
  isOperatorsChoice: boolean
}

function valueIn(name: Name, cell: unknown): string | number | boolean {
  const { kind } = rowOf(name)
  if (Array.isArray(cell)) return asTexts(cell).join()
  if (kind === 'text') return asText(cell)
  if (kind === 'toggle') return asFlag(cell, true)
  if (name === 'expiryTime' || kind === 'id') return wholeOr(cell, 0)
  return kind === 'time' ? asMoment(cell) : asCount(cell)
}

/** A row of `clients` has the names of the columns, an entry of an inbound's list those of requests. */
export function draftOf(source: Block, kind: 'row' | 'entry'): Draft {
  const fields = byName(names, (name) => {
    const { column, input = name } = rowOf(name)
    return valueIn(name, source[kind === 'row' ? column : input])
  })
  return {
    ...(fields as Pick<ClientFields, Name>), // by its kind
    shadowsocksKey: '',
    reverseTag: '',
    attachments: new Map(),
    externalLinks: [],
    isOperatorsChoice: false,
  }
}
