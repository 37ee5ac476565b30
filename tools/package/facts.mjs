// What a release says of itself: version, time, core, schema and what is new.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { giveUp } from '../child.mjs'
import { root } from '../setup.mjs'

const read = (...path) => readFileSync(join(root, ...path), 'utf8')

/** Seconds. The time of the commit, so that everybody who builds it gets the same bytes. */
function commitTime() {
  const given = process.env.SOURCE_DATE_EPOCH
  if (given && /^\d+$/.test(given)) return Number(given)
  try {
    return Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }))
  } catch {
    return giveUp('The time of the release is unknown: build from a git checkout, or set SOURCE_DATE_EPOCH.')
  }
}

function pinnedCore() {
  const text = read('server', 'src', 'core', 'binary', 'binary-version.ts')
  return /PINNED_VERSION = '([\d.]+)'/.exec(text)?.[1] ?? giveUp('binary-version.ts names no pinned core.')
}

/** The number of the newest migration. */
function schema() {
  const names = readdirSync(join(root, 'server', 'src', 'store', 'migrations'))
  return Math.max(...names.map((name) => Number(/^(\d+)-/.exec(name)?.[1] ?? 0)))
}

/** The points of a version's section in the changelog; those of "Unreleased" until it has its own. */
export function notesOf(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1)
  const section =
    sections.find((text) => text.startsWith(`${version}`)) ??
    sections.find((text) => text.startsWith('Unreleased')) ??
    ''
  return section
    .split(/^(?=- |#)/m)
    .filter((part) => part.startsWith('- '))
    .map((part) => part.slice(2).replaceAll(/\s+/g, ' ').trim())
}

export function factsOf(wantedVersion) {
  const version = wantedVersion ?? JSON.parse(read('package.json')).version
  if (!/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version))
    giveUp(`${version} is no version: use one like 1.2.3 or 1.2.3-dev.4.`)
  return {
    version,
    commitTime: commitTime(),
    core: pinnedCore(),
    schema: schema(),
    notes: notesOf(read('CHANGELOG.md'), version),
  }
}
