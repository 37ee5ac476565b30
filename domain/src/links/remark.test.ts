import { describe, expect, it } from 'vitest'
import { cellClient, cellInbound } from '#test/fixtures/inbound-cells.ts'
import { placed, setup } from '#test/fixtures/link-setups.ts'
import { advertise } from './advertise.ts'
import type { RemarkSettings, Usage } from './remark.ts'

const now = Date.UTC(2026, 10, 15)
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const GB = 1024 ** 3

function nameOf(settings: Partial<RemarkSettings>, usage: Partial<Usage> = {}, remark = 'Tokyo'): string {
  const source = cellInbound({ protocol: 'vless', network: 'ws', security: 'tls' })
  const externalProxy = [{ dest: 'cdn.example', port: 443, remark: 'cdn' }]
  const streamSettings = { ...source.streamSettings, externalProxy }
  const input = setup(placed(source, { remark, streamSettings }), cellClient(source))
  const { entries } = advertise({
    ...input,
    now,
    remark: { ...input.remark, ...settings },
    usage: { ...input.usage, ...usage },
  })
  return entries[0]?.remark ?? ''
}

describe('the remark model', () => {
  it.each([
    ['-ieo', 'Tokyo-ann-cdn'],
    ['_oei', 'cdn_ann_Tokyo'],
    [' i', 'Tokyo'],
    ['|xoz', 'cdn'],
    ['', 'Tokyo-ann-cdn'],
    ['-', 'vless-cdn.example-443'],
  ])('%j', (remarkModel, name) => {
    expect(nameOf({ remarkModel })).toBe(name)
  })

  it('leaves the email out where it shall not be seen, and blanks anyhow', () => {
    expect(nameOf({ subEmailInRemark: false })).toBe('Tokyo-cdn')
    expect(nameOf({}, {}, '')).toBe('ann-cdn')
  })

  it.each([
    [{ total: 3 * GB, up: GB, down: GB / 2 }, 'Tokyo-ann-cdn-1.50GB📊'],
    [{ total: GB, up: GB }, 'Tokyo-ann-cdn'],
    [{ expiryTime: now + 3 * day + 4 * hour }, 'Tokyo-ann-cdn-3D,4H⏳'],
    [{ expiryTime: now + 3 * day }, 'Tokyo-ann-cdn-3D⏳'],
    [{ expiryTime: now + 5 * hour }, 'Tokyo-ann-cdn-5H⏳'],
    [{ expiryTime: now + 7 * minute }, 'Tokyo-ann-cdn-7M⏳'],
    [{ expiryTime: now - day }, 'Tokyo-ann-cdn'],
    [{ expiryTime: -30 * day, total: 512 }, 'Tokyo-ann-cdn-512.00B📊-30D⏳'],
    [{ enable: false, total: GB }, '⛔️N/A-Tokyo-ann-cdn'],
  ])('and what is left of %j', (usage, name) => {
    expect(nameOf({}, usage)).toBe(name)
    expect(nameOf({ subShowInfo: false }, usage)).toBe('Tokyo-ann-cdn')
  })
})

describe('the remark template', () => {
  const full = { total: 4 * GB, up: GB, expiryTime: now + 36 * hour }
  it.each([
    ['{{INBOUND}} {{EMAIL}} {{HOST}}', full, 'Tokyo ann cdn'],
    ['{{PROTOCOL}}/{{TRANSPORT}}/{{SECURITY}}', full, 'vless/ws/tls'],
    ['{{TRAFFIC_USED}} of {{TRAFFIC_TOTAL}}, {{TRAFFIC_LEFT}}', full, '1.00GB of 4.00GB, 3.00GB'],
    ['{{USAGE_PERCENTAGE}} {{DAYS_LEFT}} {{TIME_LEFT}}', full, '25％ 2 1D,12H'],
    ['{{EXPIRE_DATE}} {{JALALI_EXPIRE_DATE}}', full, '2026-11-16 1405-08-25'],
    ['{{STATUS_EMOJI}}', full, '✅'],
    ['{{STATUS_EMOJI}}', { enable: false }, '⛔️'],
    ['{{STATUS_EMOJI}}', { expiryTime: 1 }, '⏳'],
    ['{{EMAIL}}| {{TRAFFIC_LEFT}}| {{DAYS_LEFT}} days', { total: GB }, 'ann| 1.00GB'],
    ['{{EMAIL}}| {{EXPIRE_DATE}}', { expiryTime: -30 * day }, 'ann'],
    ['{{ EMAIL }} {{UNKNOWN}} {{constructor}}', {}, 'ann {{UNKNOWN}} {{constructor}}'],
    ['{{TRAFFIC_LEFT}}', {}, 'vless-cdn.example-443'],
  ])('%s', (remarkTemplate, usage, name) => {
    expect(nameOf({ remarkTemplate }, usage)).toBe(name)
  })
})

it('a name is one line', () => {
  expect(nameOf({}, {}, 'a\r\nb\u2028c\ud800d')).toBe('a b c d-ann-cdn')
})
