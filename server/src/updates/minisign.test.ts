import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createSigner } from '#test/fixtures/minisign.ts'
import { verifySigned } from './minisign.ts'
import { readList } from './release-list.ts'

/** Made by the program minisign 0.12; its secret key was thrown away. */
const signed = {
  key: 'untrusted comment: minisign public key AF8EB6992291CED8\nRWTYzpEimbaOr4rE8E259lmoLOL+KVOrA0olG+oZbRJ+EPR3121r5ce/\n',
  text: `{"releases":[{"version":"1.1.0","channel":"stable","date":"2026-01-02","notes":["A note."],"core":"26.7.28","schema":28,"archives":{"x64":{"url":"a.tar.gz","sha256":"${'0'.repeat(64)}","size":1}}}]}\n`,
  signature: [
    'untrusted comment: signature from minisign secret key',
    'RUTYzpEimbaOryhRqga/oCxcmDcz1q3Yd+ayPBt0guHIQKYhfNfyVbpL1qp1u2RfkUkHepr31sneoxTTZ7wEASPVXRzpuYBSmQk=',
    'trusted comment: timestamp:1767312000 file:releases.json',
    'GxSdSk6IA/uNKCJDbBEEfEnbg0wbeZnXt3n+wUHXuGjwYXRv3Ei+8eDqMcFJjPM6BAfEqvdcqAzYkCAO/pEfDQ==',
    '',
  ].join('\n'),
}
const content = Buffer.from(signed.text)
const lines = signed.signature.split('\n')
const withLine = (n: number, line: string) => lines.with(n, line).join('\n')

describe('a signature of minisign', () => {
  it('is accepted, and the list is read with the time of its signature', () => {
    const found = readList({ url: '', ...signed }, [createSigner().publicKey, signed.key])
    expect(found.signedAt).toBe(1_767_312_000)
    expect(found.releases).toMatchObject([{ version: '1.1.0', schema: 28, notes: ['A note.'] }])
    expect(verifySigned(content, signed.signature.replaceAll('\n', '\r\n'), [signed.key])).toContain(
      'timestamp:',
    )
  })

  const other = createSigner()
  it.each<[what: string, content: Buffer, signature: string, keys: string[], code: string]>([
    ['changed content', Buffer.from(`${signed.text} `), signed.signature, [signed.key], 'wrong'],
    ['another time', content, withLine(2, `${lines[2]}0`), [signed.key], 'wrong'],
    [
      'the comment of another',
      content,
      withLine(3, other.sign(content).split('\n')[3] ?? ''),
      [signed.key],
      'wrong',
    ],
    ['an unknown key', content, other.sign(content), [signed.key], 'unknown'],
    ['no keys', content, signed.signature, [], 'unknown'],
    ['keys that are none', content, signed.signature, ['', 'junk', 'RWQ='], 'unknown'],
    ['no signature', content, '', [signed.key], 'unreadable'],
    ['a page instead', content, '<html>\n<body>\n404\n</html>', [signed.key], 'unreadable'],
    ['the older kind', content, withLine(1, `RW${lines[1]?.slice(2)}`), [signed.key], 'unreadable'],
  ])('is refused: %s', (_, given, signature, keys, code) => {
    expect(() => verifySigned(given, signature, keys)).toThrow(
      expect.objectContaining({ code: `update.signature-${code}` }),
    )
  })

  it('does not make a list of something else', () => {
    for (const text of ['[]', '{"releases":[{}]}', 'nothing', '{"releases":[{"version":"../up"}]}']) {
      const list = { url: '', text, signature: other.sign(Buffer.from(text)) }
      expect(() => readList(list, [other.publicKey])).toThrow(
        expect.objectContaining({ code: 'update.list-unreadable' }),
      )
    }
  })
})

const program = spawnSync('minisign', ['-v'])
if (program.error) console.log('Not tested with the program minisign: it is not installed.')

it.skipIf(program.error !== undefined)('the program itself signs what is accepted here', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-minisign-'))
  const run = (...args: string[]) => spawnSync('minisign', args, { cwd: folder }).status
  try {
    writeFileSync(join(folder, 'list'), content)
    expect(run('-G', '-W', '-p', 'key.pub', '-s', 'key.sec')).toBe(0)
    expect(run('-S', '-s', 'key.sec', '-m', 'list')).toBe(0)
    const read = (name: string) => readFileSync(join(folder, name), 'utf8')
    expect(verifySigned(content, read('list.minisig'), [read('key.pub')])).toMatch(/timestamp:\d+/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
