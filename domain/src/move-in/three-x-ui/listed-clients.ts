import type { Block } from '#contract/inbound.ts'
import { type ClientProtocol, carriesClients } from '#contract/protocol.ts'
import { keyLength } from '#domain/clients/credentials.ts'
import { methodOf } from '#domain/inbounds/capabilities.ts'
import { coded } from '#domain/refusal.ts'
import { allAtOnce, type Steps } from '#domain/steps.ts'
import { isBlock, textAt } from '#domain/untyped.ts'
import { peerIn } from '#domain/wireguard/keys.ts'
import type { ArrivingInbound } from '../arrival.ts'
import type { Findings } from '../findings.ts'
import { type Draft, draftOf } from './draft.ts'
import type { ReadInbounds } from './read-inbounds.ts'

/** The credential by which the core knows a client of this protocol. */
export const credentialOf = {
  vless: 'uuid',
  vmess: 'uuid',
  trojan: 'password',
  shadowsocks: 'password',
  hysteria: 'auth',
  hysteria2: 'auth',
  masque: 'password',
  wireguard: 'publicKey',
} as const satisfies Record<ClientProtocol, keyof Draft>

type Credential = (typeof credentialOf)[ClientProtocol]

/** A client that is being put together from the lists of several inbounds. */
interface Growing {
  readonly draft: Draft
  /** The credentials that the core uses, on at least one of its inbounds. */
  readonly used: Set<Credential>
}

export const reverseOf = (value: unknown): string => (isBlock(value) ? textAt(value, 'tag') : '')

type Place = ReturnType<typeof placeOf>

const placeOf = (inbound: ArrivingInbound, protocol: ClientProtocol) => ({
  tag: inbound.tag,
  credential: credentialOf[protocol],
  /** A Shadowsocks 2022 inbound has keys of its own. */
  ownKey: keyLength(methodOf({ protocol, settings: inbound.settings })) > 0,
})

/** Whether the entry is the same person's, so that both can be one client and every link stays as it is. */
function belongs({ draft, used }: Growing, entry: Draft, at: Place): boolean {
  if (draft.attachments.has(at.tag)) return false
  if (entry.subId !== '' && draft.subId !== '' && entry.subId !== draft.subId) return false
  const value = entry[at.credential]
  if (value === draft[at.credential] || !used.has(at.credential)) return true
  return at.ownKey && ['', value].includes(draft.shadowsocksKey)
}

/** The flow of each inbound is kept: where two differ, it is written beside the attachment. */
function attach(draft: Draft, entry: Draft, tag: string): void {
  if (draft.attachments.size > 0 && entry.flow !== draft.flow) {
    for (const [at, flow] of draft.attachments) draft.attachments.set(at, flow || draft.flow)
    draft.attachments.set(tag, entry.flow)
    draft.flow = ''
  } else draft.attachments.set(tag, '')
}

function merge({ draft, used }: Growing, entry: Draft, at: Place): void {
  attach(draft, entry, at.tag)
  const value = entry[at.credential]
  if (used.has(at.credential) && value !== draft[at.credential]) draft.shadowsocksKey = value
  else draft[at.credential] = value
  used.add(at.credential)
  for (const key of ['uuid', 'password', 'auth', 'subId', 'group', 'comment', 'security'] as const)
    draft[key] ||= entry[key]
  if (at.credential === 'publicKey') Object.assign(draft, peerIn(entry))
}

function begin(entry: Draft, at: Place): Growing {
  entry.attachments.set(at.tag, '')
  return { draft: entry, used: new Set([at.credential]) }
}

function entryDraft(listed: Block): Draft {
  const draft = draftOf(listed, 'entry')
  return { ...draft, reverseTag: reverseOf(listed.reverse), isOperatorsChoice: !draft.enable }
}

/** Entries of one email; beyond this many they are not compared any more. */
const mostCompared = 50

/** Clients of versions that keep them in the inbounds' JSON: entries of one email are one client where they agree. */
export const listedClients = (inbounds: ReadInbounds, found: Findings): Draft[] =>
  allAtOnce(listedClientSteps(inbounds, found))

/** Entries that are read in one step. */
const stepSize = 500

export function* listedClientSteps(inbounds: ReadInbounds, found: Findings): Steps<Draft[]> {
  let read = 0
  const byEmail = new Map<string, Growing[]>()
  const drafts: Draft[] = []
  for (const { inbound, listed } of inbounds.values()) {
    if (!carriesClients(inbound.protocol)) continue
    const at = placeOf(inbound, inbound.protocol)
    for (const one of listed) {
      if (++read % stepSize === 0) yield
      const entry = entryDraft(one)
      const same = byEmail.get(entry.email) ?? []
      byEmail.set(entry.email, same)
      const compared = same.slice(0, mostCompared)
      const owner = compared.find((growing) => belongs(growing, entry, at))
      if (owner) merge(owner, entry, at)
      else if (compared.some(({ draft }) => repeats(draft, entry, at)))
        found.add('healed', entry.email, coded('movein.listed-twice', { tag: at.tag }))
      else {
        const begun = begin(entry, at)
        same.push(begun)
        drafts.push(begun.draft)
      }
    }
  }
  return drafts
}

const repeats = (draft: Draft, entry: Draft, at: Place): boolean =>
  draft.attachments.has(at.tag) && draft[at.credential] === entry[at.credential]
