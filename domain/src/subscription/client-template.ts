import type { Block } from '#contract/inbound.ts'

/** Policy level of the user in the client's own configuration; its timeouts are below. */
export const userLevel = 8

const sniffing = { enabled: true, destOverride: ['http', 'tls', 'quic', 'fakedns'] }

/** The rest of a client's configuration: loopback inbounds, a resolver, and direct routes. */
export const clientTemplate = (rules: readonly Block[]): Block & { outbounds: Block[] } => ({
  log: { loglevel: 'warning' },
  dns: {
    tag: 'dns_out',
    queryStrategy: 'UseIP',
    servers: [{ address: '8.8.8.8', skipFallback: false }],
  },
  inbounds: [
    {
      tag: 'socks',
      listen: '127.0.0.1',
      port: 10_808,
      protocol: 'mixed',
      settings: { auth: 'noauth', udp: true, userLevel },
      sniffing,
    },
    { tag: 'http', listen: '127.0.0.1', port: 10_809, protocol: 'http', settings: { userLevel } },
  ],
  outbounds: [
    { tag: 'direct', protocol: 'freedom', settings: { domainStrategy: 'AsIs' } },
    { tag: 'block', protocol: 'blackhole', settings: { response: { type: 'http' } } },
  ],
  policy: {
    levels: { [userLevel]: { connIdle: 300, downlinkOnly: 1, handshake: 4, uplinkOnly: 1 } },
    system: { statsOutboundUplink: true, statsOutboundDownlink: true },
  },
  routing: {
    domainStrategy: 'AsIs',
    rules: [...rules, { type: 'field', network: 'tcp,udp', outboundTag: 'proxy' }],
  },
  stats: {},
})
