import { expect, it } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import type { Translate } from '../i18n/translate.ts'
import type { Question } from '../ui/questions.ts'
import { undoAct } from './undo-act.ts'

const t: Translate = (key, ..._) => key
const first = { partly: false, mayDelete: false }

/** What was asked and what was sent, where the first request is refused. */
async function undone(code: string, isAgreed: boolean) {
  const asked: Question[] = []
  const sent: object[] = []
  const services = {
    api: {
      async call(_: unknown, { body }: { body: { partly: boolean } }) {
        sent.push(body)
        if (!body.partly) throw new ApiError('refused', 'changed', { code, params: { others: 2, count: 2 } })
      },
    },
    questions: {
      async ask(question: Question) {
        asked.push(question)
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
  const asked = [{ title, text: 'who changed', verb: 'undo.othersVerb' }]
  expect(await undone(code, true)).toEqual({ asked, sent: [first, { partly: true, mayDelete: false }] })
  expect(await undone(code, false)).toEqual({ asked, sent: [first] })
})

it.each([
  ['undo.deletes', 'undo.deleteText'],
  ['undo.deletes-others', 'who changed'],
])('says that it deletes before it does: %s', async (code, text) => {
  const asked = [{ title: 'undo.deleteTitle', text, verb: 'undo.deleteVerb', danger: true }]
  expect(await undone(code, true)).toEqual({ asked, sent: [first, { partly: true, mayDelete: true }] })
  expect(await undone(code, false)).toEqual({ asked, sent: [first] })
})

it('asks nothing if nothing can be undone', async () => {
  await expect(undone('undo.inbounds-changed', true)).rejects.toThrow('changed')
})
