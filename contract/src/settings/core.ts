import { bool, int, type Row, secret, text } from './row.ts'

/** How the panel handles the core and its clients. */
export const coreRows = {
  restartXrayOnClientDisable: bool(false), // cutting one client must not restart the core (R31)
  ipLimitEnable: bool(true), // it cuts only the newest addresses of a client that has a limit
  ipLimitAllowlist: text('', 'cidrs'),
  outboundDownThreshold: int(0, 0, 1_000_000),
  geoUpdateEnable: bool(false), // a core that uses a changed file is restarted for it
  geoUpdateCron: text('0 5 * * 1', 'cron'),
  warpUpdateInterval: int(0, 0, 525_600),
} satisfies Record<string, Row>

/** Stored with the others, but neither returned by `all` nor saved by `update`. */
export const internalRows = {
  xrayTemplateConfig: secret(text('', 'json', 'core restart')), // blank: the default template
  xrayOutboundTestUrl: text('https://www.google.com/generate_204', 'url'),
  warp: secret(text('', 'json')),
  nord: secret(text('', 'json')),
  apiToken: secret(text('', 'line')), // from old databases; tokens have their own table now
  secret: secret(text('', 'line')), // created at the first start, like panelGuid
  panelGuid: text('', 'line'),
} satisfies Record<string, Row>
