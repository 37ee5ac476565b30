import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Job, Result } from './load.ts'

export const requestText = (
  method: 'GET' | 'POST',
  path: string,
  headers: Record<string, string> = {},
  body = '',
): string => {
  const all = {
    host: '127.0.0.1',
    ...headers,
    ...(body !== '' && {
      'content-type': 'application/json',
      'content-length': `${Buffer.byteLength(body)}`,
    }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

export function createLoader() {
  const child = fork(fileURLToPath(new URL('./load.ts', import.meta.url)))
  return {
    load(job: Job): Promise<Result> {
      return new Promise((resolve, reject) => {
        const ended = () => reject(new Error('the loader has ended'))
        child.once('exit', ended)
        child.once('message', (result) => {
          child.off('exit', ended)
          resolve(result as Result) // load.ts sends nothing else
        })
        child.send(job)
      })
    },
    close: () => child.disconnect(),
  }
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
