import { expect, it } from 'vitest'
import { cellsOf } from '#domain/inbounds/form/cells.ts'
import { defaultsFor } from '#domain/inbounds/form/defaults.ts'
import { formTable } from '#domain/inbounds/form/table.ts'
import { fieldsOf, isCommon, isThere, rareFields, sectionOf, sections } from './sections.ts'

const mint = { uuid: () => '', bytes: (n: number) => new Uint8Array(n), now: 0 }

it('finds the section of a refused field', () => {
  expect(sectionOf('streamSettings.realitySettings.target')).toBe('security')
  expect(sectionOf('streamSettings.wsSettings.path')).toBe('transport')
  expect(sectionOf('fallbacks[0].childId')).toBe('fallbacks')
  expect(sectionOf('settings.clients[3].email')).toBe('protocol')
  expect(sectionOf('nobody.knows')).toBe('basic')
})

it('shows every field with a default in some section', () => {
  for (const cell of cellsOf('vless')) {
    const form = { ...defaultsFor(cell.protocol, cell.network, cell.security, mint) }
    const shown = sections.flatMap((section) => fieldsOf(section, form, cell)).map(({ path }) => path)
    expect(new Set(shown).size).toBe(shown.length)
    expect(shown).toContain('port')
    expect(shown).toContain(`sniffing.enabled`)
    if (cell.security === 'reality') expect(shown).toContain('streamSettings.realitySettings.target')
    expect(shown).not.toContain('streamSettings.sockopt') // shown through its fields
  }
})

it('omits sections that a protocol does not have', () => {
  expect(sections.filter((section) => !isThere(section, 'tun'))).toEqual([
    'transport',
    'security',
    'fallbacks',
  ])
  expect(sections.filter((section) => !isThere(section, 'vmess'))).toEqual(['protocol', 'fallbacks'])
  expect(formTable.length).toBeGreaterThan(100)
})

it('folds what hardly anybody changes, until it is changed', () => {
  const cell = { protocol: 'vless', network: 'tcp', security: 'reality' } as const
  const form = { ...defaultsFor('vless', 'tcp', 'reality', mint) }
  const fields = fieldsOf('security', form, cell)
  const open = fields.filter((field) => isCommon(field, form)).map(({ path }) => path.split('.').at(-1))
  expect(open).toEqual(['target', 'serverNames', 'privateKey', 'publicKey', 'shortIds', 'fingerprint'])
  const version = fields.find(({ path }) => path.endsWith('.minClientVer'))!
  expect(isCommon(version, form)).toBe(false)
  const realitySettings = { minClientVer: '25.1.1' }
  expect(isCommon(version, { ...form, streamSettings: { realitySettings } })).toBe(true)
})

it('folds no field that does not exist', () => {
  const paths = new Set(formTable.map(({ path }) => path))
  expect([...rareFields].filter((path) => !paths.has(path))).toEqual([])
})
