import { undoRoutes } from '#contract/routes/undo.ts'
import type { ApiError } from '../api/api-error.ts'
import type { Remote } from '../api/remote.ts'
import type { Translate } from '../i18n/translation.tsx'
import type { Services } from '../services.tsx'

type Api = typeof import('#contract/undo-api.ts').undoApi
const endpoints: { [Name in keyof typeof undoRoutes]: Remote<Api[Name]> } = undoRoutes

/** Undoes an act with one request; needs the words `undo`. If something has changed since, it says what, and asks whether to undo the rest. */
export async function undoAct(
  { api, questions }: Services,
  t: Translate,
  say: (error: unknown) => string,
  id: number,
): Promise<void> {
  const send = (partly: boolean) => api.call(endpoints.undo, { params: { id }, body: { partly } })
  try {
    await send(false)
  } catch (error) {
    const { code, params } = error as Partial<Pick<ApiError, 'code' | 'params'>> // any other error has no such code
    if (code !== 'undo.changed' && code !== 'undo.some-inbounds-changed') throw error
    const others = { count: Number(params?.others ?? 0) }
    const question = {
      title: code === 'undo.changed' ? t('undo.othersTitle', others) : t('undo.otherInboundsTitle', others),
      text: say(error),
      verb: t('undo.othersVerb'),
    }
    if (await questions.ask(question)) await send(true)
  }
}
