import { bool, int, oneOf, type Row, secret, text } from './row.ts'

/** The panel itself: listen address, access, display. */
export const panelRows = {
  webListen: text('', 'ip', 'panel restart'), // blank: loopback (R7)
  webDomain: text('', 'host'),
  webPort: int(2053, 1, 65535, 'panel restart'),
  webCertFile: text('', 'file', 'panel restart'),
  webKeyFile: text('', 'file', 'panel restart'),
  webBasePath: text('/', 'path', 'panel restart'),
  sessionMaxAge: int(360, 1, 525_600, 'next connection'), // minutes
  trustedProxyCIDRs: text('127.0.0.1/32,::1/128', 'cidrs'), // blank: trust no proxy (R16)
  publicHost: text('', 'host'), // host in links if nothing more specific is known (R36)
  standInPort: int(0, 0, 65535), // port of the panel's own placeholder Reality target; 0 if not used
  pageSize: int(25, 0, 1000),
  expireDiff: int(0, 0, 36_500), // days
  trafficDiff: int(0, 0, 100), // GiB
  datepicker: oneOf(['gregorian', 'jalali', 'jalalian'], 'gregorian'),
  timeLocation: text('Local', 'timezone'),
  twoFactorEnable: bool(false),
  twoFactorToken: secret(text('', 'base32')),
  panelOutbound: text('', 'line'),
} satisfies Record<string, Row>
