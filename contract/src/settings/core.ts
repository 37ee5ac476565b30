import { bool, int, type Row, text } from './row.ts'

/** How the panel treats the core and the clients on it. */
export const coreRows = {
  restartXrayOnClientDisable: bool(false), // cutting one client cuts that client only (R31)
  ipLimitEnable: bool(false), // R47
  ipLimitAllowlist: text('', 'cidrs'),
  outboundDownThreshold: int(0, 0, 1_000_000),
  warpUpdateInterval: int(0, 0, 525_600),
} satisfies Record<string, Row>

/** Stored beside the others, but neither shown by `all` nor saved by `update`. */
export const internalRows = {
  xrayTemplateConfig: text('', 'json', 'core restart'), // blank: the template the panel comes with
  xrayOutboundTestUrl: text('https://www.google.com/generate_204', 'url'),
  warp: text('', 'json'),
  nord: text('', 'json'),
  apiToken: text('', 'line'), // of old databases; tokens are rows of their own now
  secret: text('', 'line'), // made by the server at the first start, as is panelGuid
  panelGuid: text('', 'line'),
} satisfies Record<string, Row>
