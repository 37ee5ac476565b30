import { closeSync, openSync, readSync } from 'node:fs'
import type { Coded } from '#contract/coded.ts'
import { notice } from '#domain/notices.ts'
import { coded } from '#domain/refusal.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { CoreEvents } from '../hooks.ts'
import type { CoreLink } from '../reconcile/link.ts'
import { type CoreState, withTrouble } from '../state-words.ts'
import { tcpPorts } from './held-claim.ts'
import type { CoreProcess } from './process.ts'

interface Deps {
  core: Pick<CoreProcess, 'running' | 'state' | 'endHung'>
  link: Pick<CoreLink, 'connected' | 'isSilent'>
  events: Pick<CoreEvents, 'state' | 'notify'>
  log: Log
  /** All listening TCP ports; undefined if unknown. */
  listening?: typeof listeningPorts
}

const everyMs = 5_000
/** Consecutive misses: a single one may be a busy machine. */
const unwellAfter = 2
const hungAfter = 6

export const noAnswer = coded('core.hangs')

/**
 * Whether the running core is healthy: it answers within a deadline, and still listens where it did before. A process
 * alone proves little: a hung one exists too. A hung core is ended and restarted like a crashed one.
 */
export function createHealth({ core, link, events, log, listening = listeningPorts }: Deps) {
  let watched: object | undefined
  let missed = 0
  let trouble: Coded | undefined
  /** Ports that were open: one that never was is a problem of its inbound that a restart would not fix. */
  let seen = new Set<number>()

  const state = (): CoreState => {
    const known = core.running() === watched ? trouble : undefined
    return withTrouble(core.state(), link.isSilent() ? noAnswer : known)
  }

  async function check(): Promise<Coded | undefined> {
    const asked = link.connected()?.api.sysStats()
    if (!asked) return undefined
    const answers = await asked.then(
      () => true,
      () => false,
    )
    if (!answers) return noAnswer
    const open = listening()
    if (!open) return undefined
    const wanted = tcpPorts(link.connected())
    const lost = wanted.find((port) => seen.has(port) && !open.has(port))
    seen = new Set(wanted.filter((port) => open.has(port) || seen.has(port)))
    return lost === undefined ? undefined : coded('core.port-closed', { port: lost })
  }

  function endHung(said: Coded): void {
    if (!core.running()) return
    events.notify(notice('core.no-answer', { reason: said }))
    core.endHung(said).catch((error) => log.error({ err: error }, 'a core that hangs was not ended'))
  }

  async function beat(): Promise<void> {
    const run = core.running()
    const found = run ? await check() : undefined
    if (core.running() !== run || run !== watched) {
      watched = core.running()
      seen = new Set()
      missed = 0
    }
    const before = trouble
    missed = !found || core.running() !== run ? 0 : missed + 1
    trouble = missed >= unwellAfter ? found : undefined
    if (trouble?.code !== before?.code) events.state(state())
    if (found && missed >= hungAfter) {
      missed = 0
      endHung(found)
    }
  }

  return { state, job: { name: 'core-heartbeat', everyMs, run: beat } satisfies Job }
}

const LISTEN = '0A'
const HEAD_BYTES = 262_144

/** The kernel lists listeners first: on a busy server the rest would be megabytes. */
function readHead(file: string): string {
  try {
    const fd = openSync(file, 'r')
    try {
      const head = Buffer.alloc(HEAD_BYTES)
      let length = 0
      // One read returns at most one page.
      for (let got = -1; got !== 0 && length < HEAD_BYTES; length += got) {
        got = readSync(fd, head, length, HEAD_BYTES - length, null)
      }
      return head.toString('latin1', 0, length)
    } finally {
      closeSync(fd)
    }
  } catch {
    return ''
  }
}

/** Listening TCP ports of this machine; undefined if the kernel does not list them. */
function listeningPorts(): Set<number> | undefined {
  const texts = ['tcp', 'tcp6'].map((table) => readHead(`/proc/net/${table}`))
  if (texts.every((text) => text === '')) return undefined
  const fields = texts.flatMap((text) => text.split('\n')).map((row) => row.trim().split(/\s+/))
  const local = fields.flatMap((f) => (f[3] === LISTEN && f[1] ? [f[1]] : []))
  return new Set(local.map((address) => Number.parseInt(address.slice(address.lastIndexOf(':') + 1), 16)))
}
