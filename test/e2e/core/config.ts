import { freePort } from '#test/free-port.ts'
import { type Email, inboundOf, outboundOf, type Secrets, type Way, ways } from './inbounds.ts'

/** A server core with one inbound per protocol, both clients on each. */
export function serverConfig(secrets: Secrets, apiPort: number): Record<string, unknown> {
  return {
    log: { access: '', error: '', loglevel: 'warning' },
    api: {
      tag: 'api',
      listen: `127.0.0.1:${apiPort}`,
      services: ['HandlerService', 'StatsService', 'RoutingService'],
    },
    stats: {},
    policy: { levels: { 0: { statsUserUplink: true, statsUserDownlink: true, statsUserOnline: true } } },
    inbounds: ways.map((way) => inboundOf(secrets, way)),
    outbounds: [
      { protocol: 'freedom', tag: 'direct', settings: { finalRules: [{ action: 'allow' }] } },
      { protocol: 'blackhole', tag: 'blocked' },
    ],
    routing: {
      rules: [{ ruleTag: 'first', inboundTag: ['nobody'], outboundTag: 'blocked' }],
    },
  }
}

/** A client core with a SOCKS port per protocol. */
export async function clientConfig(secrets: Secrets, email: Email, hops = false) {
  const doors = {} as Record<Way, number> // filled for every one in the next line
  for (const way of ways) doors[way] = await freePort()
  const config = {
    log: { loglevel: 'warning' },
    inbounds: ways.map((way) => ({
      tag: `door-${way}`,
      listen: '127.0.0.1',
      port: doors[way],
      protocol: 'socks',
      settings: { auth: 'noauth', udp: false },
    })),
    outbounds: ways.map((way) => outboundOf(secrets, way, email, hops)),
    routing: { rules: ways.map((way) => ({ inboundTag: [`door-${way}`], outboundTag: way })) },
  }
  return { doors, config }
}
