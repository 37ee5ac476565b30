import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { selfSigned } from '#test/fixtures/certificate.ts'
import {
  admin,
  base,
  flagLdif,
  personLdif,
  type Slapd,
  slapdIsHere,
  startSlapd,
  whyNoSlapd,
} from '#test/fixtures/slapd.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

if (!slapdIsHere) console.log(`Left out: logins with a directory password: ${whyNoSlapd}`)

describe.skipIf(!slapdIsHere)('a directory', () => {
  let slapd: Slapd
  let t: TestPanel
  let me: Visitor
  const connection = () => ({
    ...{ ldapEnable: true, ldapHost: '127.0.0.1', ldapPort: slapd.port, ldapBindDN: admin.dn },
    ...{ ldapPassword: admin.password, ldapBaseDN: base, ldapUserFilter: '(objectClass=inetOrgPerson)' },
    ...{ ldapUserAttr: 'mail', ldapFlagField: 'employeeType', ldapTruthyValues: 'staff,1' },
    ...{ ldapInvertFlag: false, ldapGroupDN: '', ldapNestedGroups: false },
    ...{ ldapLogin: false, ldapLoginAttr: 'uid', ldapLoginDN: '' },
  })
  const save = async (values: object) =>
    expect(await me.post('/panel/setting/update', values)).toMatchObject({ success: true })

  beforeAll(async () => {
    slapd = await startSlapd(selfSigned(['localhost'], ['127.0.0.1']))
    slapd.modify(personLdif({ uid: 'p1', type: 'staff', password: 'pw of p1' }))
    t = await testPanel()
    me = await t.login()
  })
  beforeEach(() => save(connection()))
  afterAll(async () => {
    await t?.stop()
    await slapd?.stop()
  })

  const isIn = async (username: string, password: string) => {
    t.advance(6 * 60_000) // failures before are no longer counted
    return (await t.inject({ method: 'POST', url: '/login', payload: { username, password } })).json<{
      success: boolean
    }>().success
  }
  const entry = (uid: string, more: string) =>
    `dn: uid=${uid},${base}\nobjectClass: inetOrgPerson\nuid: ${uid}\ncn: ${uid}\nsn: ${uid}\n${more}\n\n`

  it('opens the panel only where the operator allows it, for users that exist, never without a password', async () => {
    slapd.modify(entry('root', 'employeeType: staff\nuserPassword: from the directory'))
    expect(await isIn('root', 'from the directory')).toBe(false)
    await save({ ldapLogin: true })
    expect(await isIn('root', 'from the directory')).toBe(true)
    expect(await isIn('root', 'a long pass phrase')).toBe(true)
    expect(await isIn('root', 'wrong')).toBe(false)
    expect(await isIn('root', '')).toBe(false)
    expect(await isIn('p1', 'pw of p1')).toBe(false)
  })

  it('lets nobody in who calls himself as the administrator, or whom a sync would not enable', async () => {
    const opens = async (values: object) => {
      await save({ ...connection(), ldapLogin: true, ...values })
      return isIn('root', 'from the directory')
    }
    slapd.modify(entry('climber', 'mail: root\nemployeeType: staff\nuserPassword: of the climber'))
    await save({ ldapLogin: true })
    expect(await isIn('root', 'of the climber')).toBe(false)

    const [outer, inner] = [`cn=outer,${base}`, `cn=admins,${base}`]
    const group = (dn: string, name: string, member: string) =>
      `dn: ${dn}\nobjectClass: groupOfNames\ncn: ${name}\nmember: ${member}\n\n`
    slapd.modify(group(inner, 'admins', `uid=root,${base}`) + group(outer, 'outer', inner))
    expect(await opens({ ldapGroupDN: outer })).toBe(false)
    expect(await opens({ ldapGroupDN: outer, ldapNestedGroups: true })).toBe(true)
    expect(await opens({ ldapGroupDN: inner })).toBe(true)

    expect(await opens({ ldapUserFilter: '(uid=p*)' })).toBe(false)
    expect(await opens({ ldapInvertFlag: true })).toBe(false)
    slapd.modify(flagLdif('root', 'guest'))
    expect(await opens({})).toBe(false)
    slapd.modify(flagLdif('root', 'staff'))
    expect(await opens({})).toBe(true)

    expect(await opens({ ldapLoginDN: `uid=p1,${base}` })).toBe(false)
    expect(await opens({ ldapLoginDN: `uid=root,${base}` })).toBe(true)
    expect(await opens({ ldapLoginAttr: 'cn' })).toBe(true)
    expect(await opens({ ldapLoginAttr: 'mail' })).toBe(false)
  })
})
