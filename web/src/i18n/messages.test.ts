import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { acts } from '#contract/acts.ts'
import { messagesOf } from '#test/catalogue.ts'
import { fields } from '../pages/activity/field-words.ts'
import type { Key } from './catalogue.ts'
import type { Translate } from './translate.ts'

function sourcesOf(folder: string): string {
  const root = fileURLToPath(new URL(folder, import.meta.url))
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(root, path), 'utf8').replace(/^\s*(\/\/|\/?\*).*$/gm, ''))
    .join('\n')
}
const sources = sourcesOf('..')
const server = sourcesOf('../../../server/src')

const en = messagesOf('en', 'app')

it('an unknown key, or a call without its arguments, does not compile', () => {
  const t: Translate = (key, ..._args) => en[key] ?? ''
  expect(t('nav.home')).toBe(en['nav.home'])
  expect(t('shell.opened', { page: 'x' })).toBe(en['shell.opened'])
  // @ts-expect-error no such key
  expect(t('nav.nowhere')).toBe('')
  // @ts-expect-error it asks for a page
  expect(t('shell.opened')).toBe(en['shell.opened'])
  // @ts-expect-error it asks for another one
  expect(t('shell.opened', { name: 'x' })).toBe(en['shell.opened'])
})

it('finds the sources', () => {
  expect(sources).toContain("t('login.title')")
})

/** Keys that are made of a kind and a name; pages/settings/words.test.ts compares them with the names. */
const isSetting = (key: string) => /^setting(Section|Group|Card|Hint|Unset|Choice)?\./.test(key)

/** `topology.why.${why}`, or `device.${act}Title`: the names are the values of a type, so the compiler compares them. */
const groups = [...sources.matchAll(/(?<=t\()`([a-z]\w*\.)\$\{[^}`]*\}(\w*)`|`([a-z]\w*\.\w+\.)\$\{/g)].map(
  ([, short, end = '', long = '']) => ({ start: short ?? long, end }),
)
/** Of a value that the code has, as a text or as the name of a field: a word for a value that is gone is found. */
const everything = [
  sources,
  server,
  ...['contract', 'domain'].map((part) => sourcesOf(`../../../${part}/src`)),
].join('\n')
const isValue = (name: string) => new RegExp(`['"\`]${name}['"\`]|\\b${name}\\??:`).test(everything)
const isGrouped = (key: string) =>
  groups.some(
    ({ start, end }) =>
      key.startsWith(start) && key.endsWith(end) && isValue(key.slice(start.length, key.length - end.length)),
  )
/** Named by a path; pages/inbounds/editor/labels.test.ts compares them with the tables of fields. */
const isPath = (key: string) => /^(outbounds\.)?field\./.test(key) && !sources.includes(`'${key}'`)

/** Named by a job of the server: `job.coreVerify` of `core-verify`. */
const isJob = (key: string) =>
  /^job\./.test(key) &&
  server.includes(`'${key.slice(4).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}'`)
/** Named by the reason that the server stores with a refused login. */
const isReason = (key: string) => /^act\.why\./.test(key) && server.includes(`'${key.slice(8)}'`)

const ofFields = new Set<string>(Object.values(fields).map(([key]) => key))
/** `act.clientAdd` of the act `client.add`. */
const ofActs = new Set(
  Object.entries(acts).flatMap(([kind, verbs]) =>
    verbs.map((verb) => `act.${kind}${verb.charAt(0).toUpperCase()}${verb.slice(1)}`),
  ),
)

it('every message is used', () => {
  const isElsewhere = (key: string) =>
    isSetting(key) ||
    ofFields.has(key) ||
    ofActs.has(key) ||
    isGrouped(key) ||
    isPath(key) ||
    isJob(key) ||
    isReason(key)
  const keys = Object.keys(en).filter((key) => !isElsewhere(key)) as Key[] // exactly the keys of the file
  expect(keys.filter((key) => !sources.includes(`'${key}'`) && !sources.includes(`"${key}"`))).toEqual([])
})
