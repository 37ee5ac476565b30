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

/** Names of the same value in a row of `clients` and in an entry of an inbound's list. */
const columns = {
  row: {
    subId: 'sub_id',
    uuid: 'uuid',
    limitIp: 'limit_ip',
    totalGB: 'total_gb',
    expiryTime: 'expiry_time',
    tgId: 'tg_id',
    group: 'group_name',
    limitHwid: 'limit_hwid',
    resetDay: 'reset_day',
    resetMax: 'reset_max',
  },
  entry: {
    subId: 'subId',
    uuid: 'id',
    limitIp: 'limitIp',
    totalGB: 'totalGB',
    expiryTime: 'expiryTime',
    tgId: 'tgId',
    group: 'group',
    limitHwid: 'limitHwid',
    resetDay: 'resetDay',
    resetMax: 'resetMax',
  },
} as const

export function draftOf(from: Block, kind: keyof typeof columns): Draft {
  const at = columns[kind]
  return {
    email: asText(from.email),
    subId: asText(from[at.subId]),
    uuid: asText(from[at.uuid]),
    password: asText(from.password),
    auth: asText(from.auth),
    shadowsocksKey: '',
    flow: asText(from.flow),
    security: asText(from.security),
    reverseTag: '',
    limitIp: asCount(from[at.limitIp]),
    totalGB: asCount(from[at.totalGB]),
    expiryTime: wholeOr(from[at.expiryTime], 0),
    enable: asFlag(from.enable, true),
    tgId: wholeOr(from[at.tgId], 0),
    comment: asText(from.comment),
    reset: asCount(from.reset),
    group: asText(from[at.group]),
    limitHwid: asCount(from[at.limitHwid]),
    resetDay: asCount(from[at.resetDay]),
    resetMax: asCount(from[at.resetMax]),
    createdAt: asMoment(from.created_at),
    updatedAt: asMoment(from.updated_at),
    attachments: new Map(),
    externalLinks: [],
    isOperatorsChoice: false,
  }
}
