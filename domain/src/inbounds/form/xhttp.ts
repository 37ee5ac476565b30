import type { Coded } from '#contract/coded.ts'
import { coded } from '#domain/refusal.ts'
import { choice, flag, int32, type Row, range, text, whole } from './field.ts'

const mode = (...modes: string[]) => ({ where: { 'streamSettings.xhttpSettings.mode': modes } })
const packets = mode('auto', 'packet-up')
const noHost = (headers: Record<string, unknown>): Coded | undefined =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'host')
    ? coded('inbound.header-host')
    : undefined
const positive = (value: string | number): Coded | undefined =>
  value !== '' && /^0*(?:-|$)/.test(String(value)) ? coded('inbound.more-than-zero') : undefined

/** XHTTP beyond host and path; blank values are omitted, so only a few have defaults. */
export const xhttpRows: readonly Row[] = [
  choice('mode', ['', 'auto', 'packet-up', 'stream-up', 'stream-one'], 'auto'),
  range('scMaxEachPostBytes', undefined, packets),
  whole('scMaxBufferedPosts', 0, int32, undefined, mode('auto', 'packet-up', 'stream-up')),
  range('scMinPostsIntervalMs', undefined, packets),
  range('scStreamUpServerSecs', undefined, mode('auto', 'stream-up')),
  whole('serverMaxHeaderBytes', 0, int32),
  range('xPaddingBytes', '100-1000', { check: positive }),
  { key: 'headers', kind: 'headers', check: noHost },
  choice('uplinkHTTPMethod', ['', 'POST', 'PUT', 'PATCH', 'GET'], undefined, { anyCase: true }),
  flag('xPaddingObfsMode'),
  text('xPaddingKey'),
  text('xPaddingHeader'),
  choice('xPaddingPlacement', ['', 'queryInHeader', 'header', 'cookie', 'query']),
  choice('xPaddingMethod', ['', 'repeat-x', 'tokenish']),
  choice('sessionIDPlacement', ['', 'path', 'header', 'cookie', 'query'], undefined, {
    alias: ['sessionPlacement'],
  }),
  text('sessionIDKey', undefined, { alias: ['sessionKey'] }),
  text('sessionIDTable'),
  range('sessionIDLength'),
  choice('seqPlacement', ['', 'path', 'header', 'cookie', 'query']),
  text('seqKey'),
  choice('uplinkDataPlacement', ['', 'auto', 'body', 'header', 'cookie'], undefined, packets),
  text('uplinkDataKey', undefined, packets),
  flag('noSSEHeader'),
  { key: 'xmux', kind: 'block' },
  range('xmux.maxConcurrency'),
  range('xmux.maxConnections'),
  range('xmux.cMaxReuseTimes'),
  range('xmux.hMaxRequestTimes'),
  range('xmux.hMaxReusableSecs'),
  whole('xmux.hKeepAlivePeriod', -int32, int32),
]
