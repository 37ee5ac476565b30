import { Refusal } from '#domain/refusal.ts'
import { LimitReached, startLimited } from '../platform/limited-process/start.ts'
import { workerFile } from '../platform/worker-file.ts'
import type { DirectorySettings } from './connect.ts'
import type { Questions } from './directory-worker.ts'

const limits = { heapMb: 112, answerMs: 90_000 }

/** Large answers of a directory are read in a process with limits: the library takes an answer apart in one go. */
async function ask<O extends keyof Questions>(op: O, given: Questions[O]['given']) {
  const reader = startLimited(workerFile('directory-worker', import.meta.url), limits)
  try {
    return (await reader.ask(op, given)) as Questions[O]['result'] // the other end answers by the same table
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error
    throw error.limit === 'memory'
      ? new Refusal('directory.too-much')
      : new Refusal('directory.too-slow', { seconds: limits.answerMs / 1_000 })
  } finally {
    reader.end()
  }
}

const only = (settings: DirectorySettings): DirectorySettings =>
  Object.fromEntries(
    Object.entries(settings).filter(([key]) => key.startsWith('ldap')),
  ) as unknown as DirectorySettings // all of its keys begin so

export const peopleOf = (settings: DirectorySettings) => ask('people', { settings: only(settings) })
export const isMemberOf = (settings: DirectorySettings, dn: string) =>
  ask('isInGroup', { settings: only(settings), dn })
