import { expect, it } from 'vitest'
import { causeOf, createCoreLines } from './throwaway-cores.ts'

const at = '2026/11/15 09:19:20.808755'

it('knows which outbound failed, and why', () => {
  const lines = createCoreLines()
  lines.read(`${at} [Info] [7] app/dispatcher: taking detour [probe-1] for [tcp:a.example:443]`)
  lines.read(`${at} [Info] [8] app/dispatcher: taking detour [probe-2] for [tcp:a.example:443]`)
  lines.read(
    `${at} [Info] [7] app/proxyman/outbound: app/proxyman/outbound: failed to process outbound traffic > proxy/socks: failed to find an available destination > common/retry: [dial tcp 127.0.0.1:1: connect: connection refused] > common/retry: all retry attempts failed`,
  )
  expect(lines.cause('probe-1')).toBe('dial tcp 127.0.0.1:1: connect: connection refused')
  expect(lines.cause('probe-2')).toBeUndefined()
})

it('reports the start and a blocked target', () => {
  const heard: string[] = []
  const lines = createCoreLines()
  lines.whenStarted(() => heard.push('started'))
  lines.whenBlocked('probe-0', () => heard.push('blocked'))
  lines.read(`${at} [Warning] core: Xray 26.7.28 started`)
  lines.read(`${at} [Info] [5] app/dispatcher: taking detour [probe-0] for [tcp:a.example:443]`)
  lines.read(
    `${at} [Info] [6] proxy/freedom: blocked target: tcp:127.0.0.1:1, blackholing connection for 43s`,
  )
  expect(heard).toEqual(['started'])
  lines.read(
    `${at} [Info] [5] proxy/freedom: blocked target: tcp:127.0.0.1:1, blackholing connection for 43s`,
  )
  expect(heard).toEqual(['started', 'blocked'])
})

it.each([
  ['proxy/vless/outbound: connection ends > EOF', 'EOF'],
  ['transport/internet/tls: x509: certificate has expired', 'x509: certificate has expired'],
  ['', ''],
])('%s is caused by "%s"', (chain, cause) => {
  expect(causeOf(chain)).toBe(cause)
})
