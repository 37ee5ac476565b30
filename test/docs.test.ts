import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { coreChanges } from '#domain/core-config/core-changes.ts'
import { floors } from '#server/floors.ts'

const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].concat(
  readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path)),
)

/** Links to other files, without the place inside the file. */
const linksOf = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target.replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target))

const deadLinks = (page: string, text: string): string[] =>
  linksOf(text).filter((target) => !existsSync(join(dirname(page), target)))

it.each(pages)('every link in %s leads to a file', (page) => {
  expect(deadLinks(page, readFileSync(page, 'utf8'))).toEqual([])
})

it('finds a link that leads nowhere', () => {
  const text = 'See [a](no-such-page.md#part), [b](README.md) and [c](https://example.com/x).'
  expect(deadLinks('docs/x.md', text)).toEqual(['no-such-page.md'])
})

it('every page of docs/ is in its index', () => {
  const index = linksOf(readFileSync('docs/README.md', 'utf8')).map((target) => join('docs', target))
  const missing = pages.filter(
    (page) => /^docs\/[^/]+\.md$/.test(page) && page !== 'docs/README.md' && !index.includes(page),
  )
  expect(missing).toEqual([])
})

it('the picture in ARCHITECTURE.md has every room on its floor', () => {
  const [, picture = ''] = /```floors\n(.*?)```/s.exec(readFileSync('docs/ARCHITECTURE.md', 'utf8')) ?? []
  const drawn = picture
    .split(/^ ─+$/m)
    .map((floor) => [...floor.matchAll(/^ ([a-z-]+)\//gm)].map(([, room]) => room))
  expect(drawn).toEqual(floors.map((rooms) => [...rooms]).toReversed())
})

it('every decision record is in the index of decisions, and an older number leads to one', () => {
  const index = readFileSync('docs/decisions/README.md', 'utf8')
  const records = readdirSync('docs/decisions').filter((name) => /^\d{3}-/.test(name))
  expect(linksOf(index).toSorted()).toEqual(records.toSorted())
  const rows = [...index.matchAll(/^\| (\d{3}.*?) \| (\d{3}.*?) \|$/gm)]
  const numbers = (text = '') => text.match(/\d{3}/g) ?? []
  const living = new Set(records.map((name) => name.slice(0, 3)))
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.flatMap(([, older]) => numbers(older)).filter((number) => living.has(number))).toEqual([])
  expect(rows.flatMap(([, , now]) => numbers(now)).filter((number) => !living.has(number))).toEqual([])
})

it.each(readdirSync('docs/compose'))('the compose file %s builds an image that is here', (name) => {
  const { services } = parse(readFileSync(join('docs/compose', name), 'utf8'), { merge: true }) as {
    services: Record<string, { build?: string; image?: string; cap_add?: string[] }>
  } // a compose file
  const built = Object.values(services).filter(({ build }) => build !== undefined)
  expect(built.length).toBeGreaterThan(0)
  for (const { build = '', cap_add: caps } of built) {
    expect(existsSync(join('docs/compose', build, 'Dockerfile'))).toBe(true)
    expect(caps).toContain('SYS_PTRACE') // without it one client cannot be cut
  }
})

it('core-updates.md lists every change of the core that the panel knows, with its versions', () => {
  const page = readFileSync('docs/core-updates.md', 'utf8')
  const listed = [...page.matchAll(/^\| `([\w-]+)` \| (\S+) \| (\S+) \|/gm)].map(([, ...row]) => row)
  expect(listed).toEqual(coreChanges.map(({ kind, since = '–', until = '–' }) => [kind, since, until]))
})
