import { type FieldName, rowOf } from '#contract/clients/fields.ts'
import type { Block } from '#contract/inbound.ts'
import type { ExternalRow } from '#domain/links/external.ts'
import { asCount, asFlag, asMoment, asText, wholeOr } from '../cells.ts'

/** A client as the source has it: typed, not yet made to fit. */
export interface Draft {
  email: string
  subId: string
  uuid: string
  password: string
  auth: string
  shadowsocksKey: string
  flow: string
  security: string
  reverseTag: string
  limitIp: number
  totalGB: number
  expiryTime: number
  enable: boolean
  tgId: number
  comment: string
  reset: number
  group: string
  limitHwid: number
  resetDay: number
  resetMax: number
  createdAt: number
  updatedAt: number
  /** The flow on each inbound, by tag; blank: the client's own. */
  attachments: Map<string, string>
  externalLinks: readonly ExternalRow[]
  /** Disabled in the list itself: an operator's choice, whatever the counters say. */
  isOperatorsChoice: boolean
}

/** A row of `clients` has the names of the columns, an entry of an inbound's list those of requests. */
export function draftOf(source: Block, kind: 'row' | 'entry'): Draft {
  const at = (name: FieldName): unknown => {
    const { column, input = name } = rowOf(name)
    return source[kind === 'row' ? column : input]
  }
  return {
    email: asText(at('email')),
    subId: asText(at('subId')),
    uuid: asText(at('uuid')),
    password: asText(at('password')),
    auth: asText(at('auth')),
    shadowsocksKey: '',
    flow: asText(at('flow')),
    security: asText(at('security')),
    reverseTag: '',
    limitIp: asCount(at('limitIp')),
    totalGB: asCount(at('totalGB')),
    expiryTime: wholeOr(at('expiryTime'), 0),
    enable: asFlag(at('enable'), true),
    tgId: wholeOr(at('tgId'), 0),
    comment: asText(at('comment')),
    reset: asCount(at('reset')),
    group: asText(at('group')),
    limitHwid: asCount(at('limitHwid')),
    resetDay: asCount(at('resetDay')),
    resetMax: asCount(at('resetMax')),
    createdAt: asMoment(at('createdAt')),
    updatedAt: asMoment(at('updatedAt')),
    attachments: new Map(),
    externalLinks: [],
    isOperatorsChoice: false,
  }
}
