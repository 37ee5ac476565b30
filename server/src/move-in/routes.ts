import { rm } from 'node:fs/promises'
import { largestSource, MoveInUpload, moveInApi } from '#contract/move-in-api.ts'
import { makeCookie, readCookie } from '../platform/http/cookie.ts'
import type { Call, Mount } from '../platform/http/mount.ts'
import { hostname } from '../platform/http/server.ts'
import { receiveFile } from '../platform/http/upload.ts'
import type { MoveIn } from './room.ts'

/** The core's configuration of Marzban may hold certificates. */
const fieldBytes = 4 * 1024 * 1024

type Visit = Pick<Call, 'origin' | 'caller' | 'request' | 'reply'>

const hostOf = ({ origin }: Visit): string => hostname(origin.host)

/** The browser keeps its session where the panel goes: its cookie is limited to the base path. True if it cannot. */
function followTo(url: string, call: Visit): boolean {
  const { caller, origin, reply, request } = call
  if (caller.kind !== 'user') return true
  const { pathname, protocol, hostname: host } = new URL(url)
  if (host !== hostOf(call)) return true
  const seconds = Math.floor((caller.expiresAt - request.enteredAt) / 1000)
  const secure = origin.secure && protocol === 'https:'
  reply.header(
    'set-cookie',
    makeCookie(readCookie(request.headers.cookie) ?? '', seconds, { path: pathname, secure }),
  )
  return false
}

export function moveInRoutes(mount: Mount, moveIn: MoveIn): void {
  mount(moveInApi.upload, async (call) => {
    const file = await receiveFile(call.request, {
      field: moveInApi.upload.upload,
      folder: moveIn.inbox(),
      mostBytes: largestSource,
      fieldBytes,
    })
    try {
      const { id } = await moveIn.stageFile(file.path, file.filename, MoveInUpload.parse(file.fields))
      try {
        return await moveIn.view(id, {}, hostOf(call))
      } catch (error) {
        moveIn.drop(id)
        throw error
      }
    } finally {
      await rm(file.path, { force: true })
    }
  })
  mount(moveInApi.plan, (call) => moveIn.view(call.params.staged ?? '', call.query, hostOf(call)))
  mount(moveInApi.apply, async (call) => {
    const { caller, actor } = call
    const sessionId = caller.kind === 'user' ? caller.sessionId : undefined
    const by = { actor, sessionId, host: hostOf(call) }
    const result = await moveIn.apply(call.params.staged ?? '', call.body, by)
    return result.restarts ? { ...result, loginAgain: followTo(result.panelUrl, call) } : result
  })
  mount(moveInApi.drop, ({ params }) => {
    moveIn.drop(params.staged ?? '')
    return null
  })
}
