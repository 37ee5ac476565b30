import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** A separate process, so that it does not share an event loop with what is measured. */
export interface Helper {
  ask<T>(message: unknown): Promise<T>
  stop(): void
}

export function startHelper(file: string, args: string[]): Helper {
  const child = fork(fileURLToPath(new URL(`./${file}`, import.meta.url)), args, {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  return {
    ask: <T>(message: unknown) =>
      new Promise<T>((resolve, reject) => {
        const ended = () => reject(new Error(`${file} has ended`))
        child.once('exit', ended)
        child.once('message', (answer) => {
          child.off('exit', ended)
          resolve(answer as T) // helpers answer each message once, in the form the caller knows
        })
        child.send(message as object)
      }),
    stop: () => {
      if (child.connected) child.disconnect()
    },
  }
}
