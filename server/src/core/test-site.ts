import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import type { Outbound, Reply } from '../outbound/safe-fetch.ts'
import type { InstallDeps } from './install.ts'
import type { Progress } from './progress.ts'
import type { ZipEntry } from './test-zip.ts'

export const program = (version: string) => Buffer.from(`#!/bin/sh\necho "Xray ${version} (Fake)"\n`)
export const core = (version = '26.7.28'): ZipEntry => ({ name: 'xray', data: program(version) })
export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
export const digest = (bytes: Buffer) => `MD5= 00\nSHA2-256= ${sha256(bytes)}\nSHA2-512= 00\n`
export const reply = (text: string): Reply => ({
  status: 200,
  headers: new Map(),
  bytes: Buffer.from(text),
  text: () => text,
  json: () => JSON.parse(text),
})

/** A release site with one archive; `asked` tells what was fetched with which limits. */
export function site(archive: Buffer, dgst = digest(archive)) {
  const asked: { url: string; options: unknown }[] = []
  const outbound: Pick<Outbound, 'safeFetch' | 'safeDownload'> = {
    async safeFetch(url, options) {
      asked.push({ url, options })
      return reply(dgst)
    },
    async safeDownload(url: string, sink: Writable, options) {
      asked.push({ url, options })
      await new Promise<void>((done) => sink.end(archive, () => done()))
      return { status: 200, headers: new Map(), size: archive.length }
    },
  }
  return { asked, outbound, known: () => sha256(archive) }
}

export function depsFor(folder: string, outbound: InstallDeps['outbound'], more: Partial<InstallDeps> = {}) {
  const said: Progress[] = []
  const deps: InstallDeps = {
    outbound,
    env: { XDG_CACHE_HOME: folder },
    report: (p) => said.push(p),
    arch: 'x64',
    ...more,
  }
  return { deps, said }
}
