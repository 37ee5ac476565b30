import type { NordBody } from '#contract/outbounds-api.ts'
import { isWireguardKey, nordOutbound, nordServers } from '#domain/outbounds/tunnel-outbounds.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Actor } from '../../platform/http/caller.ts'
import type { Account, ServiceCall } from './account.ts'

const base = 'https://api.nordvpn.com'
const service = 'NordVPN'
/** WireGuard, as the service counts technologies. */
const technology = 35

/** As 3x-ui stores it. */
interface Stored {
  private_key: string
  token: string
}

const hostPattern = /^[a-z0-9][a-z0-9.-]{0,120}$/i
const stationPattern = /^[0-9a-f.:]{2,45}$/i

/** NordVPN: the account's WireGuard key, and a server that the operator chooses, become an outbound. */
export function createNord({ account, call }: { account: Account<Stored>; call: ServiceCall }) {
  const shown = ({ private_key, token }: Stored) => ({
    hasPrivateKey: private_key !== '',
    hasToken: token !== '',
  })

  async function register({ token = '' }: NordBody, actor: Actor): Promise<object> {
    if (token.trim() === '') throw new Refusal('tunnel.token-missing', { service }, 'token')
    const authorization = `Basic ${Buffer.from(`token:${token.trim()}`).toString('base64')}`
    const answer = await call(`${base}/v1/users/services/credentials`, { headers: { authorization } })
    const key = (answer as { nordlynx_private_key?: unknown } | null)?.nordlynx_private_key
    if (typeof key !== 'string' || !isWireguardKey(key)) throw new Refusal('tunnel.bad-answer', { service })
    return shown(await account.store({ private_key: key, token: token.trim() }, actor))
  }

  async function servers({ countryId = '' }: NordBody): Promise<object> {
    if (!/^\d{1,6}$/.test(countryId)) throw new Refusal('tunnel.country-invalid', {}, 'countryId')
    const filters = `filters[servers_technologies][id]=${technology}&filters[country_id]=${countryId}`
    return { servers: nordServers(await call(`${base}/v2/servers?limit=0&${filters}`)) }
  }

  function outbound({ hostname = '', station = '', publicKey = '' }: NordBody) {
    const { private_key } = account.need()
    if (!hostPattern.test(hostname) || !stationPattern.test(station) || !isWireguardKey(publicKey))
      throw new Refusal('tunnel.server-invalid')
    return nordOutbound(private_key, { hostname, station, publicKey })
  }

  const actions: Record<string, (body: NordBody, actor: Actor) => Promise<unknown>> = {
    data: async () => account.read() && shown(account.need()),
    countries: async () => call(`${base}/v1/countries`),
    servers,
    reg: register,
    async setKey({ key = '' }, actor) {
      if (!isWireguardKey(key.trim())) throw new Refusal('tunnel.key-invalid', {}, 'key')
      return shown(await account.store({ private_key: key.trim(), token: '' }, actor))
    },
    outbound: async (body) => outbound(body),
    async del(_, actor) {
      if (account.read()) await account.forget(actor)
      return undefined
    },
  }
  return actions
}
