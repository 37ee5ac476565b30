import { type Advertised, noExtras } from '../links/advertised.ts'
import { blankTransport } from '../links/dialling-transport.ts'
import { bytesText, timeLeftText } from '../links/remark.ts'
import { type AppFamily, appOf } from './app-family.ts'
import { type ClientUsage, sumOf } from './headers.ts'
import { oneLine } from './text.ts'

/** Apps that show what is left from the headers: they need no entry that says it. */
const showsUsage: ReadonlySet<AppFamily> = new Set([
  ...(['happ', 'incy', 'v2raytun', 'hiddify', 'nekobox', 'stash'] as const),
  ...(['clash', 'clash-meta', 'clash-verge', 'koala-clash', 'flclash'] as const),
])

export const needsInfo = (userAgent: string): boolean => !showsUsage.has(appOf(userAgent))

const nobody = '00000000-0000-0000-0000-000000000000'

/** An entry that nobody can dial: its name is a message. Importers drop equal ones, so each has a port of its own. */
export const infoEntry = (text: string, index: number): Advertised => ({
  inboundId: 0,
  email: '',
  remark: oneLine(text) || '-',
  host: '127.0.0.1',
  port: 1 + index,
  access: { protocol: 'vless', id: nobody, flow: '', encryption: 'none' },
  transport: { network: 'tcp', ...blankTransport, settings: {} },
  security: { kind: 'none' },
  masks: {},
  extras: noExtras,
  isInfo: true,
})

/** What is left of quota and time, in signs that need no language. */
export function usageText(clients: readonly ClientUsage[], isInService: boolean, now: number): string {
  const { used, total, expiryTime } = sumOf(clients)
  const left = total > 0 ? `📊 ${bytesText(Math.max(0, total - used))}` : `📊 ${bytesText(used)} / ∞`
  const time = expiryTime === 0 ? '⏳ ∞' : `⏳ ${timeLeftText(expiryTime, now) || '0'}`
  return [...(isInService ? [] : ['⛔️']), left, time].join(' ')
}

const mostLines = 5

/** A text of several lines as one entry each. */
export const infoEntries = (text: string): Advertised[] =>
  text
    .split('\n')
    .filter((line) => oneLine(line) !== '')
    .slice(0, mostLines)
    .map(infoEntry)
