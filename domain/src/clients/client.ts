import type { ClientFields, ClientInput } from '#contract/client.ts'
import { blanksOf, fieldNames, rowOf, type StoredFields, shownFields } from '#contract/clients/fields.ts'
import type { Slowed } from '#contract/limits.ts'
import { renewedSecrets } from '#domain/devices/keys.ts'
import { quotasCell } from '#domain/quotas/quotas.ts'
import { Refusal } from '#domain/refusal.ts'
import { peerWith } from '#domain/wireguard/keys.ts'
import { type CredentialTarget, canonicalKey, fittingCredentials, type Mint } from './credentials.ts'
import { applyEnable, type EndRule, settleEnable } from './enable.ts'
import { checkClientInput } from './field-rules.ts'

export type StoredClient = StoredFields

const reverseOf = (input: ClientInput): ClientFields['reverse'] =>
  input.reverse?.tag ? { tag: input.reverse.tag } : null

export const blankClient: StoredClient = blanksOf(fieldNames)
export const blankFields: ClientFields = blanksOf(shownFields)
/** What is stored as it is sent. */
const plainFields = shownFields.filter((name): name is Exclude<typeof name, Renamed> => !rowOf(name).input)
type Renamed = 'uuid' | 'createdAt' | 'updatedAt'

function plainOf(input: ClientInput): Partial<StoredClient> {
  const sent: Record<string, unknown> = {}
  for (const name of plainFields) if (input[name] !== undefined) sent[name] = input[name]
  return sent
}

/** Blank credentials are generated; the VMess cipher defaults to `auto`. */
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
  const peer = peerWith(blankClient, input, prefix, mint)
  const vmess = targets.some((t) => t.protocol === 'vmess')
  return {
    ...blankClient,
    ...plainOf(input),
    ...peer,
    email: input.email,
    subId: input.subId || mint.uuid(),
    ...fittingCredentials({ ...given, ...peer }, targets, mint),
    security: input.security || (vmess ? 'auto' : ''),
    reverse: reverseOf(input),
    createdAt: input.created_at || mint.now,
    updatedAt: mint.now,
  }
}

interface MergeContext {
  /** Bytes counted so far, up and down. */
  used: number
  mint: Mint
  /** Inbounds the client is attached to: a Shadowsocks key that does not fit them is replaced. */
  targets: readonly CredentialTarget[]
  /** What happens at its quota or expiry, including the settings of its group and plan; absent: its own setting. */
  rule?: ((client: StoredClient) => EndRule) | undefined
  /** Prefix for field names in messages, e.g. `settings.clients[3].`. */
  prefix?: string
}

/**
 * A new password also gets a new Shadowsocks key, so that the old secrets stop working everywhere. A key echoed as the
 * password, from a Shadowsocks inbound's list, is not a new password.
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

/** A new allowance: the next tick decides again whether it is used up. */
const laterSlowed = ({ slowed, fairUse }: StoredClient, input: ClientInput): Slowed =>
  slowed === 'day' && (input.fairUse ?? fairUse) !== fairUse ? '' : slowed

/** Applies the sent fields: absent fields and blank credentials are kept, `reverse.tag: ""` clears (R21). */
function overlaid(stored: StoredClient, input: ClientInput, { prefix, mint }: MergeContext): StoredClient {
  const { id, auth, subId, reverse, created_at } = input
  return {
    ...stored,
    ...plainOf(input),
    ...peerWith(stored, input, prefix, mint),
    enable: stored.enable,
    slowed: laterSlowed(stored, input),
    uuid: id || stored.uuid,
    ...passwordsOf(stored, input),
    auth: auth || stored.auth,
    subId: subId || stored.subId,
    reverse: reverse?.tag === undefined ? stored.reverse : reverseOf(input),
    createdAt: created_at && !stored.createdAt ? created_at : stored.createdAt,
  }
}

/** A replaced key means that all old ones must stop working, those of the devices too. A first key replaces none. */
function withDevicesRekeyed(stored: StoredClient, next: StoredClient, mint: Mint): StoredClient {
  const isReplaced = (['uuid', 'password', 'auth'] as const).some(
    (name) => stored[name] !== '' && stored[name] !== next[name],
  )
  if (!isReplaced || next.deviceSecrets === '') return next
  return { ...next, deviceSecrets: renewedSecrets(next.deviceSecrets, mint) }
}

/** Returns the same object if nothing changes, so that callers can detect a no-op save (P29). */
export function updatedClient(stored: StoredClient, input: ClientInput, at: MergeContext): StoredClient {
  checkClientInput(input, at.prefix)
  const merged = overlaid(stored, input, at)
  const fitting = { ...merged, ...fittingCredentials(merged, at.targets, at.mint) }
  const fitted = withDevicesRekeyed(stored, fitting, at.mint)
  const next = settleEnable(
    applyEnable(fitted, input.enable),
    at.used,
    at.mint.now,
    at.rule?.(fitted) ?? fitted,
  )
  return sameClient(stored, next) ? stored : { ...next, updatedAt: at.mint.now }
}

export function sameClient(a: StoredClient, b: StoredClient): boolean {
  const plain = (c: StoredClient) => ({
    ...c,
    reverse: c.reverse?.tag ?? '',
    quotas: quotasCell(c.quotas),
    updatedAt: 0,
  })
  const [x, y] = [plain(a), plain(b)]
  // Object.keys widens the keys to string.
  return (Object.keys(x) as (keyof typeof x)[]).every((k) => x[k] === y[k])
}

/** Same email and same non-empty subId: the same client, added once per inbound by a central panel (R19). */
export const isSameIdentity = (stored: { subId: string }, input: ClientInput): boolean =>
  Boolean(input.subId) && input.subId === stored.subId

/**
 * Names the fields of a repeated add that differ from the stored client: such an add only attaches it. Blank
 * credentials and timestamps are ignored.
 */
export function differingFields(stored: StoredClient, input: ClientInput): string[] {
  const { created_at: _, updated_at: __, ...sent } = input
  const { uuid: id, disabledByPanel, slowed: _s, deviceSecrets: _d, ...fields } = stored
  // Echoing `enable: true` from before the panel disabled it is not a difference.
  const has: Record<string, unknown> = { ...fields, id, enable: stored.enable || disabledByPanel }
  const blankKeeps = [
    'id',
    'password',
    'auth',
    'shadowsocksKey',
    'security',
    'privateKey',
    'publicKey',
    'allowedIPs',
  ]
  return Object.entries(sent).flatMap(([name, value]) => {
    if (value === undefined || name === 'email' || (value === '' && blankKeeps.includes(name))) return []
    if (name === 'reverse') return (input.reverse?.tag ?? '') === (stored.reverse?.tag ?? '') ? [] : [name]
    if (name === 'quotas') return quotasCell(input.quotas ?? []) === quotasCell(stored.quotas) ? [] : [name]
    return has[name] === value ? [] : [name]
  })
}

/** An entry in an inbound's list may attach a known email only with its own subId or none (R42). */
export const mayAttach = (stored: { subId: string }, input: ClientInput): boolean =>
  !input.subId || input.subId === stored.subId
