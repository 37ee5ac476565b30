import type { LanguageCode } from '#domain/words/languages.ts'

export type ClientList = 'all' | 'online' | 'expiring' | 'depleted' | 'disabled' | 'usage'
/** What a number is for. */
export type Amount = 'quota' | 'days' | 'ips'

/** A client that is being added. It is kept with its message, so two administrators never share one. */
export interface Draft {
  email: string
  comment: string
  inboundIds: number[]
  /** Bytes, 0 = unlimited. */
  quota: number
  /** 0 = never expires. */
  days: number
  /** The days start at first use. */
  fromFirstUse: boolean
  ips: number
  tgId: number
  group: string
  reset: number
  flow: string
  plan: string
  /** The plan whose speeds and rules hold. Drafts are stored: one of an earlier version has none of these. */
  planId?: number
  devices?: number
  deviceKeys?: boolean
}

export type Subject = { email: string } | { draft: Draft }

/** What a message with buttons shows. Stored as JSON. */
export type Screen =
  | { at: 'home' }
  | { at: 'status' }
  | { at: 'blocked' }
  | { at: 'commands' }
  | { at: 'languages' }
  | { at: 'search' }
  | { at: 'clients'; of: ClientList; page: number; search?: string; inbound?: number }
  | { at: 'client'; email: string }
  | { at: 'choose'; what: Amount; subject: Subject }
  | { at: 'keypad'; what: Amount; subject: Subject; typed: string }
  | { at: 'telegramUser'; email: string }
  | { at: 'addresses'; email: string }
  | { at: 'plans'; email: string; page: number }
  | { at: 'sure'; act: Act; back: Screen }
  | { at: 'inbounds'; page: number }
  | { at: 'inbound'; id: number }
  | { at: 'draft'; draft: Draft; wrong?: string }
  | { at: 'draftText'; draft: Draft; field: DraftField }
  | { at: 'draftInbounds'; draft: Draft; page: number }
  | { at: 'draftPlans'; draft: Draft; page: number }
  | { at: 'mine' }
  | { at: 'own'; email: string }

export type DraftField = 'email' | 'comment' | 'telegram'

export type Act =
  | { do: 'switch'; email: string; on: boolean }
  | { do: 'reset'; email: string }
  | { do: 'amount'; email: string; what: Amount; count: number }
  | { do: 'link'; email: string; tgId: number }
  | { do: 'clearIps'; email: string }
  | { do: 'renew'; email: string; planId: number; plan: string }
  | { do: 'delete'; email: string }
  | { do: 'create'; draft: Draft; enable: boolean }
  | { do: 'resetAll' }
  | { do: 'restart' }
  | { do: 'backup' }
  | { do: 'language'; language: LanguageCode }
  | { do: 'subscription'; email: string }
  | { do: 'links'; email: string }
  | { do: 'qr'; email: string }

export type Place = Screen['at']

/** A button goes to a screen, or does something and then goes there. */
export interface Button {
  text: string
  act?: Act
  go?: Screen
}

export interface View {
  /** HTML, lines with marks of their own. */
  text: string
  rows: Button[][]
  /** A text that the person sends next is for this screen. */
  asks?: Screen
  /** A question: its buttons are void after half an hour. */
  brief?: true
}

/** Screens that people other than administrators may open. */
const forEverybody: ReadonlySet<Place> = new Set(['mine', 'own', 'languages'])
const actsForEverybody: ReadonlySet<Act['do']> = new Set(['subscription', 'links', 'qr', 'language'])

/** Asked at every press: whoever was an administrator when the message was sent may be none now. */
export const mayPress = ({ act, go }: Omit<Button, 'text'>, isAdmin: boolean): boolean =>
  isAdmin || ((!act || actsForEverybody.has(act.do)) && (!go || forEverybody.has(go.at)))
