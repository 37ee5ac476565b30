import { insideRanges } from '#domain/net/inside-ranges.ts'

/** The default template: proxy users cannot reach the host's own network. Ranges are listed, so no geo file is needed (R37). */
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
        finalRules: [{ action: 'block', ip: [...insideRanges] }, { action: 'allow' }],
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
      { type: 'field', ip: [...insideRanges], outboundTag: 'blocked' },
      { type: 'field', protocol: ['bittorrent'], outboundTag: 'blocked' },
    ],
  },
  stats: {},
  metrics: { listen: '127.0.0.1:11111', tag: 'metrics_out' },
})
