import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { hostname } from 'node:os'
import type { Block } from '#contract/inbound.ts'
import type { WarpBody } from '#contract/outbounds-api.ts'
import { isWireguardKey, warpOutbound } from '#domain/outbounds/tunnel-outbounds.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Actor } from '../../platform/http/caller.ts'
import type { Account, ServiceCall } from './account.ts'

const base = 'https://api.cloudflareclient.com/v0a4005'
const service = 'WARP'

/** As 3x-ui stores it. */
interface Stored {
  access_token: string
  device_id: string
  license_key: string
  private_key: string
}

interface Deps extends Clock {
  account: Account<Stored>
  call: ServiceCall
}

/** What the service says of a device, without its secrets. */
function withoutSecrets({
  token: _token,
  account,
  ...device
}: Block & { token?: unknown; account?: unknown }): Block {
  const { license: _license, ...rest } = (account ?? {}) as Block
  return { ...device, account: rest }
}

const textOf = (answer: unknown, key: string): string => {
  const value = (answer as Block | null)?.[key]
  return typeof value === 'string' ? value : ''
}

/** Cloudflare WARP: a device is registered once and becomes a WireGuard outbound. */
export function createWarp({ account, call, now }: Deps) {
  const headers = { 'content-type': 'application/json', 'cf-client-version': 'a-6.30-3596' }
  const as = ({ access_token }: Stored) => ({
    headers: { ...headers, authorization: `Bearer ${access_token}` },
  })
  const device = async (stored: Stored) =>
    (await call(`${base}/reg/${encodeURIComponent(stored.device_id)}`, as(stored))) as Block

  const shown = ({ device_id, access_token, license_key, private_key }: Stored) => ({
    device_id,
    hasAccessToken: access_token !== '',
    hasLicenseKey: license_key !== '',
    hasPrivateKey: private_key !== '',
  })

  /** The service keeps a device until it is deleted; one that it does not know any more is no reason to stop. */
  async function drop(stored: Stored): Promise<void> {
    await call(`${base}/reg/${encodeURIComponent(stored.device_id)}`, {
      method: 'DELETE',
      ...as(stored),
    }).catch(() => undefined)
  }

  async function register({ privateKey = '', publicKey = '' }: WarpBody, actor: Actor): Promise<object> {
    const keys =
      privateKey === '' ? newKeys() : { privateKey, publicKey: publicKey || publicKeyOf(privateKey) }
    for (const [field, key] of Object.entries(keys))
      if (!isWireguardKey(key)) throw new Refusal('tunnel.key-invalid', {}, field)
    const body = {
      ...{ key: keys.publicKey, tos: new Date(now()).toISOString(), type: 'PC' },
      ...{ model: 'PC', name: hostname().slice(0, 60) },
    }
    const answer = (await call(`${base}/reg`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })) as Block
    const next: Stored = {
      access_token: textOf(answer, 'token'),
      device_id: textOf(answer, 'id'),
      license_key: textOf(answer.account, 'license'),
      private_key: keys.privateKey,
    }
    if (next.access_token === '' || next.device_id === '') throw new Refusal('tunnel.bad-answer', { service })
    const before = account.read()
    await account.store(next, actor)
    if (before) await drop(before)
    return { data: shown(next), config: withoutSecrets(answer) }
  }

  async function useLicense({ license = '' }: WarpBody, actor: Actor): Promise<object> {
    const stored = account.need()
    if (license.trim() === '') throw new Refusal('tunnel.license-missing', {}, 'license')
    const url = `${base}/reg/${encodeURIComponent(stored.device_id)}/account`
    await call(url, { method: 'PUT', ...as(stored), body: JSON.stringify({ license: license.trim() }) })
    const next = { ...stored, license_key: license.trim() }
    await account.store(next, actor)
    return shown(next)
  }

  async function outbound(): Promise<Block> {
    const stored = account.need()
    const made = warpOutbound(stored.private_key, await device(stored))
    if (!made) throw new Refusal('tunnel.bad-answer', { service })
    return made
  }

  const actions: Record<string, (body: WarpBody, actor: Actor) => Promise<unknown>> = {
    data: async () => account.read() && shown(account.need()),
    config: async () => withoutSecrets(await device(account.need())),
    reg: register,
    license: useLicense,
    outbound,
    async del(_, actor) {
      const before = account.read()
      if (!before) return undefined
      await account.forget(actor)
      await drop(before)
      return undefined
    },
  }
  return actions
}

/** The last 32 bytes of the encoded key are the key. */
const raw = (der: Buffer): string => der.subarray(-32).toString('base64')

function newKeys(): { privateKey: string; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('x25519')
  return {
    privateKey: raw(privateKey.export({ type: 'pkcs8', format: 'der' })),
    publicKey: raw(publicKey.export({ type: 'spki', format: 'der' })),
  }
}

const pkcs8Start = Buffer.from('302e020100300506032b656e04220420', 'hex')

function publicKeyOf(privateKey: string): string {
  if (!isWireguardKey(privateKey)) throw new Refusal('tunnel.key-invalid', {}, 'privateKey')
  const der = Buffer.concat([pkcs8Start, Buffer.from(privateKey, 'base64')])
  const key = createPrivateKey({ key: der, type: 'pkcs8', format: 'der' })
  return raw(createPublicKey(key).export({ type: 'spki', format: 'der' }))
}
