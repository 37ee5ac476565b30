import type { Coded } from '#contract/coded.ts'
import { codedOf } from '#domain/refusal.ts'
import { type FromPanel, fromParent, supervisedBy } from '../platform/release/messages.ts'
import type { UpdateRun } from '../platform/release/update-run.ts'

interface Answers {
  health(): Promise<{ core: string; fault?: Coded }>
  /** Ends the process, unless the panel cannot leave. */
  leave(why: 'update' | 'rollback'): Promise<void>
}

/** The parent process, seen from the panel. */
export interface Parent {
  listen(answers: Answers): void
  ready(): void
  handOver(run: UpdateRun): void
  stay(reason: Coded): void
}

/** Undefined if nobody is there who could start another version: from source, in a container, in a test. */
export function parentOf(own: NodeJS.Process): Parent | undefined {
  if (!own.channel || own.env[supervisedBy] === undefined) return undefined
  // The parent may be ending: its end stops the panel, not a failed message.
  const send = (message: FromPanel) => void own.send?.(message, undefined, {}, () => {})
  return {
    listen({ health, leave }) {
      own.on('message', (given) => {
        const message = fromParent(given)
        if (message?.sluice === 'leave') void leave(message.for)
        if (message?.sluice === 'health')
          void health()
            .catch((error: unknown) => ({ core: '', fault: codedOf(error) }))
            .then((found) => send({ sluice: 'health', id: message.id, ...found }))
      })
    },
    ready: () => send({ sluice: 'ready' }),
    handOver: (run) => send({ sluice: 'hand-over', run }),
    stay: (reason) => send({ sluice: 'stay', reason }),
  }
}
