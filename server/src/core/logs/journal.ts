import { existsSync } from 'node:fs'
import { runBinary } from '../binary/run-binary.ts'

const places = ['/usr/bin/journalctl', '/bin/journalctl']
const deadlineMs = 5_000
const levels = ['emerg', 'alert', 'crit', 'err', 'warning', 'notice', 'info', 'debug']
const synonyms: Record<string, string> = { error: 'err', warn: 'warning', critical: 'crit' }

const levelOf = (word: string): string => {
  const plain = synonyms[word.toLowerCase()] ?? word.toLowerCase()
  return levels.includes(plain) || /^[0-7]$/.test(plain) ? plain : 'info'
}

interface Deps {
  env: NodeJS.ProcessEnv
  /** Overridden in tests. */
  program?: string
}

/** The panel's lines in the system journal, newest first; one sentence if there is no journal. */
export function createJournal({ env, program = places.find((place) => existsSync(place)) }: Deps) {
  return {
    async last(count: number, level = 'info'): Promise<string[]> {
      const started = env.INVOCATION_ID ?? ''
      if (!/^[0-9a-f]{32}$/.test(started))
        return ['There is no journal of this panel: it was not started by systemd. Leave out syslog.']
      if (!program) return ['There is no journalctl on this server: leave out syslog.']
      // By the invocation id of this start: it excludes lines of other programs, whatever the unit is called.
      const args = [
        ...['--no-pager', '--quiet', '--reverse', '--output=short-iso'],
        `--lines=${count}`,
        `--priority=${levelOf(level)}`,
        `_SYSTEMD_INVOCATION_ID=${started}`,
      ]
      const ran = await runBinary(program, args, { deadlineMs, env: { LC_ALL: 'C.UTF-8' } }).catch(
        () => undefined,
      )
      if (!ran || ran.timedOut || ran.code !== 0) return ['The journal could not be read: leave out syslog.']
      return ran.stdout.split('\n').filter((line) => line !== '')
    },
  }
}

export type Journal = ReturnType<typeof createJournal>
