/** Written out, so that the default needs no geo file (decision 37). */
export const privateRanges = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/127',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
] as const

/** The template of a fresh panel: no proxy user reaches the panel or the host's own network. */
export const defaultTemplate = (): Record<string, unknown> => ({
  log: { access: 'none', dnsLog: false, error: '', loglevel: 'warning', maskAddress: '' },
  api: { tag: 'api', services: ['HandlerService', 'LoggerService', 'StatsService', 'RoutingService'] },
  inbounds: [
    {
      listen: '127.0.0.1',
      port: 62789,
      protocol: 'tunnel',
      settings: { rewriteAddress: '127.0.0.1' },
      tag: 'api',
    },
  ],
  outbounds: [
    {
      tag: 'direct',
      protocol: 'freedom',
      settings: {
        domainStrategy: 'AsIs',
        finalRules: [{ action: 'block', ip: [...privateRanges] }, { action: 'allow' }],
      },
    },
    { tag: 'blocked', protocol: 'blackhole', settings: {} },
  ],
  policy: {
    levels: { 0: { statsUserUplink: true, statsUserDownlink: true } },
    system: {
      statsInboundUplink: true,
      statsInboundDownlink: true,
      statsOutboundUplink: false,
      statsOutboundDownlink: false,
    },
  },
  routing: {
    domainStrategy: 'AsIs',
    rules: [
      { type: 'field', inboundTag: ['api'], outboundTag: 'api' },
      { type: 'field', ip: [...privateRanges], outboundTag: 'blocked' },
      { type: 'field', protocol: ['bittorrent'], outboundTag: 'blocked' },
    ],
  },
  stats: {},
  metrics: { listen: '127.0.0.1:11111', tag: 'metrics_out' },
})
