import { describe, expect, it } from 'vitest'
import { readerTools, tablesWith } from '#test/fixtures/three-x-ui.ts'
import type { Finding } from '../arrival.ts'
import type { SourceRow } from '../source-tables.ts'
import { readThreeXui } from './read.ts'

const read = (all: Record<string, readonly SourceRow[]>) => readThreeXui(tablesWith(all), readerTools)
const codes = (findings: readonly Finding[], kind: Finding['kind']) =>
  findings.filter((f) => f.kind === kind).map(({ said }) => said.code)

describe('settings, users and tokens', () => {
  const setting = (key: string, value: string): SourceRow => ({ key, value })

  it('a blank listener is written down, the first of two rows counts, unknown and unusable ones are named', () => {
    const { settings, findings } = read({
      settings: [
        ...[setting('webPort', '8443'), setting('webPort', '1'), setting('subListen', '192.0.2.1')],
        ...[setting('nodeMtlsFoo', 'x'), setting('pageSize', 'many'), setting('secret', 's')],
      ],
    })
    // What 3x-ui has where nothing is stored.
    const unsaid = { subShowInfo: 'true', ipLimitEnable: 'false' }
    expect(settings).toEqual({ ...unsaid, webListen: '0.0.0.0', webPort: '8443', subListen: '192.0.2.1' })
    const said = findings.map((f) => [f.kind, f.subject, f.said.code])
    expect(said).toEqual([
      ['left', 'inbounds', 'movein.table-missing'],
      ['note', 'webPort', 'movein.setting-twice'],
      ['left', 'nodeMtlsFoo', 'movein.setting-unknown'],
      ['left', 'pageSize', 'movein.setting-refused'],
      ['note', 'webListen', 'movein.listens-everywhere'],
    ])
  })

  it('nothing locks the operator out', () => {
    const { settings, findings } = read({
      inbounds: [],
      settings: [
        ...[setting('twoFactorEnable', 'true'), setting('twoFactorToken', 'no')],
        ...[setting('webCertFile', '/c.pem'), setting('subPath', '/x/'), setting('subJsonPath', 'x')],
      ],
    })
    expect(settings).toMatchObject({
      twoFactorEnable: 'false',
      webCertFile: '',
      subPath: '/x/',
      subJsonPath: '/json/',
    })
    expect(codes(findings, 'changes')).toEqual(['movein.two-factor-off', 'movein.half-certificate'])
  })

  it('a password in plain text does not come; the token of early versions does', () => {
    const { users, tokens, findings } = read({
      inbounds: [],
      users: [{ username: 'admin', password: 'admin' }],
      settings: [setting('apiToken', 'abcdefghijklmnopqrst')],
    })
    expect(users).toEqual([])
    expect(codes(findings, 'left')).toEqual(['movein.user-without-hash'])
    expect(tokens).toEqual([
      { name: 'default', hash: readerTools.sha256('abcdefghijklmnopqrst'), enabled: true, createdAt: 0 },
    ])
  })
})
