import { execFileSync, spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Advertised } from '#domain/links/advertised.ts'
import { withTexts } from '#test/fixtures/subscription-texts.ts'
import { clashConfig } from './clash.ts'
import { clashProxy } from './clash-proxy.ts'
import { uniqueNames } from './rendered.ts'
import { singboxConfig, singboxOutbound } from './singbox.ts'

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
const runs = { numRuns: process.env.SLUICE_LONG ? 5_000 : 150 }

const reserved = ['PROXY', 'DIRECT', 'REJECT', 'REJECT-DROP', 'COMPATIBLE', 'PASS', 'PASS-RULE', 'GLOBAL']
const wanted = (entries: readonly Advertised[]): unknown => {
  const names = uniqueNames(entries, reserved)
  expect(new Set(names).size).toBe(entries.length)
  const proxies = entries.map((entry, i) => clashProxy(names[i] ?? '', entry))
  const group = { name: 'PROXY', type: 'select', proxies: [...names, 'DIRECT'] }
  return plain({ proxies, 'proxy-groups': [group], rules: ['MATCH,PROXY'] })
}

describe('any text survives', () => {
  test.each(['1.1', '1.2'] as const)('Clash, read as YAML %s', (version) => {
    fc.assert(
      fc.property(fc.array(withTexts, { maxLength: 6 }), (entries) => {
        const { body, leftOut } = clashConfig(entries)
        expect(leftOut).toEqual([])
        expect(parse(body, { version })).toEqual(wanted(entries))
      }),
      runs,
    )
  })

  const hasPyYaml = spawnSync('python3', ['-c', 'import yaml']).status === 0
  if (!hasPyYaml) console.log('Not tested: Clash files in PyYAML, which this machine does not have.')
  test.skipIf(!hasPyYaml)('Clash, read by PyYAML', () => {
    const samples = fc.sample(fc.array(withTexts, { maxLength: 6 }), runs.numRuns)
    const bodies = samples.map((entries) => clashConfig(entries).body)
    const program =
      'import json, sys, yaml; print(json.dumps([yaml.safe_load(t) for t in json.load(sys.stdin)]))'
    const read = execFileSync('python3', ['-c', program], {
      input: JSON.stringify(bodies),
      maxBuffer: 2 ** 28,
    })
    expect(JSON.parse(read.toString())).toEqual(samples.map(wanted))
  })

  test('sing-box', () => {
    fc.assert(
      fc.property(fc.array(withTexts, { maxLength: 6 }), (entries) => {
        const { body, leftOut } = singboxConfig(entries)
        const left = leftOut.length
        const { outbounds } = JSON.parse(body) as { outbounds: { server?: string; tag: string }[] }
        const dialled = outbounds.filter(({ server }) => server)
        expect(dialled.length + left).toBe(entries.length)
        if (left > 0) return
        const names = uniqueNames(entries, ['select', 'auto', 'direct'])
        expect(dialled).toEqual(plain(entries.map((entry, i) => singboxOutbound(names[i] ?? '', entry))))
      }),
      runs,
    )
  })

  test('what is left out is named in one line, whatever its name', () => {
    const [sample] = fc.sample(withTexts, 1)
    const masks = { tcp: [{ type: 'sudoku' }] }
    const remark = 'a\r\nproxies: []\u2028b\u0085c\ud800'
    const { body } = clashConfig([{ ...sample!, remark, masks }])
    expect(body.split('\n').slice(0, 3)).toEqual([
      '# Not in this file, because mihomo cannot dial it:',
      '# - aproxies: []bc\ufffd: the mask "sudoku" is not known to it',
      '',
    ])
    expect(parse(body)).toMatchObject({ proxies: [] })
  })
})
