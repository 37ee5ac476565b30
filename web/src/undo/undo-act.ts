import type { ApiError } from '../api/api-error.ts'
import { endpoints } from '../api/endpoints.ts'
import type { Translate } from '../i18n/translation.tsx'
import type { Services } from '../services.tsx'
import type { Question } from '../ui/questions.ts'

/**
 * Undoes an act with one request; needs the words `undo`. Asks first where clients would be deleted, and where something has
 * changed since and only the rest can be undone.
 */
export async function undoAct(
  { api, questions }: Services,
  t: Translate,
  say: (error: unknown) => string,
  id: number,
): Promise<void> {
  const send = (body: { partly: boolean; mayDelete: boolean }) =>
    api.call(endpoints.undo.undo, { params: { id }, body })
  try {
    await send({ partly: false, mayDelete: false })
  } catch (error) {
    const question = questionOf(error, t, say)
    if (!question) throw error
    if (await questions.ask(question)) await send({ partly: true, mayDelete: question.danger === true })
  }
}

/** What to ask before the request is sent again, or nothing if that would not help. */
function questionOf(error: unknown, t: Translate, say: (error: unknown) => string): Question | undefined {
  const { code, params } = error as Partial<Pick<ApiError, 'code' | 'params'>> // any other error has no such code
  if (code === 'undo.deletes' || code === 'undo.deletes-others') {
    const count = { count: Number(params?.count ?? 0) }
    return {
      title: t('undo.deleteTitle', count),
      text: code === 'undo.deletes' ? t('undo.deleteText') : say(error),
      verb: t('undo.deleteVerb', count),
      danger: true,
    }
  }
  const others = { count: Number(params?.others ?? 0) }
  if (code === 'undo.changed')
    return { title: t('undo.othersTitle', others), text: say(error), verb: t('undo.othersVerb') }
  if (code === 'undo.some-inbounds-changed')
    return { title: t('undo.otherInboundsTitle', others), text: say(error), verb: t('undo.othersVerb') }
  return undefined
}
