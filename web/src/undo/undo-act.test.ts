import { expect, it } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import type { Translate } from '../i18n/translate.ts'
import { undoAct } from './undo-act.ts'

const t: Translate = (key, ..._) => key

/** What was asked and what was sent, where the first request is refused. */
async function undone(code: string, isAgreed: boolean) {
  const [asked, sent]: [string[], boolean[]] = [[], []]
  const services = {
    api: {
      async call(_: unknown, { body }: { body: { partly: boolean } }) {
        sent.push(body.partly)
        if (!body.partly) throw new ApiError('refused', 'changed', { code, params: { others: 2 } })
      },
    },
    questions: {
      async ask({ title, text }: { title: string; text: string }) {
        asked.push(title, text)
        return isAgreed
      },
    },
  } as unknown as Parameters<typeof undoAct>[0] // all that it uses
  await undoAct(services, t, () => 'who changed', 5)
  return { asked, sent }
}

it.each([
  ['undo.changed', 'undo.othersTitle'],
  ['undo.some-inbounds-changed', 'undo.otherInboundsTitle'],
])('asks before it undoes the rest: %s', async (code, title) => {
  expect(await undone(code, true)).toEqual({ asked: [title, 'who changed'], sent: [false, true] })
  expect(await undone(code, false)).toEqual({ asked: [title, 'who changed'], sent: [false] })
})

it('asks nothing if nothing can be undone', async () => {
  await expect(undone('undo.inbounds-changed', true)).rejects.toThrow('changed')
})
