import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '#test/until.ts'
import { corePaths } from './files.ts'
import { argvOf, exeOf, runsFile, startTimeOf } from './proc.ts'
import {
  type CoreRecord,
  coreArgs,
  findOrphan,
  hasOpenApi,
  programOf,
  removeRecord,
  writeRecord,
} from './record.ts'

let folder: string
const children: ChildProcess[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-record-'))
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** This very process, as if it were a core. */
const own = (): CoreRecord => ({
  pid: process.pid,
  startTime: startTimeOf(process.pid) ?? '',
  exe: exeOf(process.pid) ?? '',
  configHash: 'x',
  api: corePaths(folder).api,
  startedAt: 0,
})

describe('a core of an earlier panel', () => {
  it('is found by its record, which only the owner can read', () => {
    writeRecord(folder, own())
    expect(findOrphan(folder)).toEqual({ pid: process.pid, startTime: own().startTime, record: own() })
    expect(statSync(corePaths(folder).record).mode & 0o777).toBe(0o600)
    removeRecord(folder)
    expect(findOrphan(folder)).toBeUndefined()
  })

  it('of an earlier version had ports: it is found, and its API is open', () => {
    const { api: _, ...old } = own()
    writeFileSync(corePaths(folder).record, JSON.stringify({ ...old, ports: { api: 4321, metrics: 4322 } }))
    const record = findOrphan(folder)?.record
    expect(record).toEqual({ ...old, api: '127.0.0.1:4321' })
    expect([record && hasOpenApi(record), hasOpenApi(own())]).toEqual([true, false])
  })

  it.each([
    ['another start time: the pid was reused', { startTime: '1' }],
    ['another program', { exe: '/usr/bin/true' }],
    ['a pid that is no more', { pid: 2 ** 22 + 1 }],
    ['a pid that is every process', { pid: -1 }],
  ])('is not believed with %s', (_what, wrong) => {
    writeRecord(folder, { ...own(), ...wrong })
    expect(findOrphan(folder)).toBeUndefined()
  })

  it('is ignored if its record is broken', () => {
    writeFileSync(corePaths(folder).record, '{"pid":')
    expect(findOrphan(folder)).toBeUndefined()
  })

  it('is found by its arguments when there was no time to write a record', async () => {
    const child = spawn('/bin/sh', ['-c', 'read x', ...coreArgs(folder)], {
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    child.once('error', () => {}) // then it has no pid, which is checked below
    children.push(child)
    // The kernel says that the program has started a moment before it shows its arguments.
    await until('the program has arguments', () => argvOf(child.pid ?? 0).length > 1)
    expect(findOrphan(folder)).toEqual({ pid: child.pid, startTime: startTimeOf(child.pid ?? 0) })
    expect(findOrphan(`${folder}-another`)).toBeUndefined()
  })
})

describe('the program of a core', () => {
  const started = (program: string): CoreRecord => {
    const child = spawn(program, ['600'], { stdio: 'ignore' })
    children.push(child)
    const pid = child.pid ?? 0
    return { ...own(), pid, startTime: startTimeOf(pid) ?? '', isDirect: runsFile(pid, program) }
  }

  it('is the one that was started, also after another version was put in its place', () => {
    const program = join(folder, 'xray')
    copyFileSync('/bin/sleep', program)
    const record = started(program)
    writeFileSync(`${program}.next`, 'another version')
    renameSync(`${program}.next`, program)
    const running = programOf(record)
    expect(running && readFileSync(running)).toEqual(readFileSync('/bin/sleep'))
    expect(programOf({ ...record, startTime: '1' })).toBeUndefined()
  })

  it('is not the shell that runs a script', () => {
    const script = join(folder, 'xray')
    writeFileSync(script, '#!/bin/sh\nread x\n', { mode: 0o700 })
    expect(programOf(started(script))).toBeUndefined()
  })
})
