import { execFile } from 'node:child_process'
import { Refusal } from '#domain/refusal.ts'

const deadlineMs = 180_000

/** The hook's own credentials may be in the environment; the panel's are not for it. */
const environment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(SLUICE|XUI)_/.test(name)))

/**
 * `HOOK set _acme-challenge.example.org VALUE` and the same with `clear`. It ends when the record can be seen. The
 * program is named in the environment only: whoever could set it over the API could run anything.
 */
export function createDnsHook(file: string | undefined) {
  return (verb: 'set' | 'clear', name: string, value: string, signal: AbortSignal): Promise<void> => {
    if (!file) return Promise.reject(new Refusal('acme.hook-missing', {}, 'method'))
    const args = [verb, `_acme-challenge.${name}`, value]
    return new Promise((resolve, reject) => {
      const options = { timeout: deadlineMs, maxBuffer: 65_536, env: environment(), signal, shell: false }
      execFile(file, args, options, (error, stdout, stderr) => {
        if (!error) return resolve()
        if (error.killed && !signal.aborted)
          return reject(new Refusal('acme.hook-too-slow', { seconds: deadlineMs / 1_000 }))
        const said = `${stderr}\n${stdout}`.trim().split('\n').at(-1)?.slice(0, 300)
        reject(new Refusal('acme.hook-failed', { reason: said || error.message.slice(0, 300) }))
      })
    })
  }
}

export type DnsHook = ReturnType<typeof createDnsHook>
