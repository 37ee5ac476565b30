import { describe, expect, it } from 'vitest'
import { parseLogLine, saysStarted } from '../process/log-line.ts'
import { breakdown, coreWords } from './error-text.ts'

const banner = 'Xray 26.7.28 (Xray, Penetrates Everything.)\nA unified platform for anti-censorship.\n'

describe('the message of a core', () => {
  it.each([
    [
      'Failed to start: main: failed to load config files: [stdin:] > infra/conf: failed to build inbound config with tag a > infra/conf: failed to load inbound detour config for protocol vles > infra/conf: unknown config id: vles',
      'failed to build inbound config with tag a: failed to load inbound detour config for protocol vles: unknown config id: vles',
    ],
    [
      'Failed to start: main: failed to load config files: [/data/c.json] > infra/conf/serial: failed to decode config: &{Name:/data/c.json Format:json} > infra/conf/serial: failed to read config file > unexpected EOF',
      'failed to read config file: unexpected EOF',
    ],
    [
      'Failed to start: app/proxyman/inbound: failed to listen TCP on 22222 > listen tcp 9.9.9.9:22222: bind: cannot assign requested address',
      'failed to listen TCP on 22222: listen tcp 9.9.9.9:22222: bind: cannot assign requested address',
    ],
    [
      'panic: runtime error: index out of range\n\ngoroutine 1 [running]:',
      'panic: runtime error: index out of range',
    ],
    ['something else\n', 'something else'],
  ])('%s', (output, words) => {
    expect(coreWords(banner + output)).toBe(words)
  })

  it('names the section that it panics on', () => {
    const frame = 'github.com/xtls/xray-core/infra/conf.(*VLessInboundConfig).Build.func2(...)'
    const panic = 'panic: runtime error: slice bounds out of range [5:4]\n\ngoroutine 1 [running]:\n'
    expect(breakdown(banner + panic + frame)).toBe(
      'it breaks down over the settings of VLess inbound (slice bounds out of range [5:4]); look for a key that is cut short or mistyped',
    )
    expect(breakdown(`${banner}panic: x`)).toContain('over this configuration (x)')
    expect(breakdown(`${banner}Failed to start: x`)).toBeUndefined()
  })

  it('is empty if it printed nothing', () => {
    expect(coreWords('')).toBe('')
  })
})

describe('a line of the log', () => {
  const at = '2026/11/15 08:44:32.339413'
  it.each([
    [`${at} [Warning] core: Xray 26.7.28 started`, 'warning'],
    [`${at} [Info] infra/conf: x`, 'info'],
    [`${at} [Error] app: x`, 'error'],
    [`${at} from 127.0.0.1:4000 accepted tcp:a.example:443 [in -> direct] email: ann`, 'access'],
    [`${at} from tcp:[::1]:4000 rejected proxy/vless: invalid request`, 'access'],
    [`${at} 127.0.0.1:4000 accepted //a.example:443`, 'access'],
    ['Failed to start: x', 'plain'],
  ])('%s', (line, kind) => {
    expect(parseLogLine(line).kind).toBe(kind)
  })

  it('only the core reports its start, not a destination in an access line', () => {
    expect(saysStarted(parseLogLine(`${at} [Warning] core: Xray 26.7.28 started`))).toBe(true)
    const forged = `${at} from 1.2.3.4:5 accepted tcp:[Warning] core: Xray 26.7.28 started`
    expect(saysStarted(parseLogLine(forged))).toBe(false)
  })
})
