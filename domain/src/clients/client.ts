import type { ClientFields, ClientInput } from '#contract/client.ts'
import { Refusal } from '#domain/refusal.ts'
import { type CredentialTarget, fittingCredentials } from './credentials.ts'
import { applyEnable, settleEnable } from './enable.ts'
import { checkClientInput } from './field-rules.ts'
import type { Mint } from './mint.ts'
import { canonicalKey } from './shadowsocks-key.ts'

/** The record as it is stored: who turned it off is remembered beside it (R23). */
export interface StoredClient extends ClientFields {
  disabledByPanel: boolean
  shadowsocksKey: string
}

const reverseOf = (input: ClientInput): ClientFields['reverse'] =>
  input.reverse?.tag ? { tag: input.reverse.tag } : null

/** A blank credential asks for a new one; VMess' cipher is `auto` until somebody says otherwise. */
export function newClient(
  input: ClientInput,
  targets: readonly CredentialTarget[],
  mint: Mint,
  prefix = '',
): StoredClient {
  checkClientInput(input, prefix)
  if (input.email === undefined) throw new Refusal('client.email-missing', {}, `${prefix}email`)
  const given = {
    uuid: input.id || mint.uuid(),
    password: input.password ?? '',
    auth: input.auth ?? '',
    shadowsocksKey: canonicalKey(input.shadowsocksKey ?? ''),
  }
  const vmess = targets.some((t) => t.protocol === 'vmess')
  return {
    email: input.email,
    subId: input.subId || mint.uuid(),
    ...fittingCredentials(given, targets, mint),
    flow: input.flow ?? '',
    security: input.security || (vmess ? 'auto' : ''),
    reverse: reverseOf(input),
    limitIp: input.limitIp ?? 0,
    totalGB: input.totalGB ?? 0,
    expiryTime: input.expiryTime ?? 0,
    enable: input.enable ?? true,
    tgId: input.tgId ?? 0,
    comment: input.comment ?? '',
    reset: input.reset ?? 0,
    group: input.group ?? '',
    limitHwid: input.limitHwid ?? 0,
    resetDay: input.resetDay ?? 0,
    resetMax: input.resetMax ?? 0,
    createdAt: input.created_at || mint.now,
    updatedAt: mint.now,
    disabledByPanel: false,
  }
}

export interface MergeContext {
  /** Bytes counted so far, up and down. */
  used: number
  mint: Mint
  /** The inbounds it is attached to: a Shadowsocks key that does not fit them is replaced. */
  targets: readonly CredentialTarget[]
  /** How messages name the fields, e.g. `settings.clients[3].`. */
  prefix?: string
}

/**
 * A new password makes a new Shadowsocks key too: whoever knew the old ones is out everywhere. A key that comes back as
 * the password, from the list of a Shadowsocks inbound, is no new password.
 */
function passwordsOf(
  stored: StoredClient,
  input: ClientInput,
): Pick<StoredClient, 'password' | 'shadowsocksKey'> {
  const isKept = !input.password || input.password === stored.shadowsocksKey
  const password = isKept ? stored.password : (input.password ?? '')
  if (input.shadowsocksKey) return { password, shadowsocksKey: canonicalKey(input.shadowsocksKey) }
  return { password, shadowsocksKey: password === stored.password ? stored.shadowsocksKey : '' }
}

/** The sent fields over the stored ones: absent keeps, a blank credential keeps, `reverse.tag: ""` clears (R21). */
function overlaid(stored: StoredClient, input: ClientInput): StoredClient {
  const { id, password: _p, shadowsocksKey: _k, auth, subId, reverse, ...others } = input
  const { enable: _, created_at, updated_at: __, ...plain } = others
  const sent = Object.fromEntries(Object.entries(plain).filter(([, v]) => v !== undefined))
  return {
    ...stored,
    ...sent,
    uuid: id || stored.uuid,
    ...passwordsOf(stored, input),
    auth: auth || stored.auth,
    subId: subId || stored.subId,
    reverse: reverse?.tag === undefined ? stored.reverse : reverseOf(input),
    createdAt: created_at && !stored.createdAt ? created_at : stored.createdAt,
  }
}

/** Returns the very object that came in where nothing changes, so that a no-op save can be told (P29). */
export function updatedClient(stored: StoredClient, input: ClientInput, at: MergeContext): StoredClient {
  checkClientInput(input, at.prefix)
  const merged = overlaid(stored, input)
  const fitted = { ...merged, ...fittingCredentials(merged, at.targets, at.mint) }
  const next = settleEnable(applyEnable(fitted, input.enable), at.used, at.mint.now)
  return sameClient(stored, next) ? stored : { ...next, updatedAt: at.mint.now }
}

export function sameClient(a: StoredClient, b: StoredClient): boolean {
  const plain = (c: StoredClient) => ({ ...c, reverse: c.reverse?.tag ?? '', updatedAt: 0 })
  const [x, y] = [plain(a), plain(b)]
  // Object.keys widens the keys of a plain record to string.
  return (Object.keys(x) as (keyof typeof x)[]).every((k) => x[k] === y[k])
}

/** Same email and same non-empty subId is the same client, added once per inbound by a central panel (R19). */
export const isSameIdentity = (stored: { subId: string }, input: ClientInput): boolean =>
  Boolean(input.subId) && input.subId === stored.subId

/**
 * What a client that is added again was sent with and is stored otherwise: an add attaches it and changes nothing else.
 * A blank credential asks for nothing, and the times are the panel's own.
 */
export function differingFields(stored: StoredClient, input: ClientInput): string[] {
  const { created_at: _, updated_at: __, ...sent } = input
  const { uuid: id, disabledByPanel, ...fields } = stored
  // Whoever sends it back as it was before the panel took it out of service says nothing new.
  const has: Record<string, unknown> = { ...fields, id, enable: stored.enable || disabledByPanel }
  const blankKeeps = ['id', 'password', 'auth', 'shadowsocksKey', 'security']
  return Object.entries(sent).flatMap(([name, value]) => {
    if (value === undefined || name === 'email' || (value === '' && blankKeeps.includes(name))) return []
    if (name === 'reverse') return (input.reverse?.tag ?? '') === (stored.reverse?.tag ?? '') ? [] : [name]
    return has[name] === value ? [] : [name]
  })
}

/** An entry of an inbound's list may attach a known email only with its own subId or none (R42). */
export const mayAttach = (stored: { subId: string }, input: ClientInput): boolean =>
  !input.subId || input.subId === stored.subId
