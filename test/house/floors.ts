import { floors } from '../../server/src/floors.ts'
import { at, importsOf, isTest, type Rule } from './source.ts'

const floorOf = new Map<string, number>(
  floors.flatMap((rooms, floor) => rooms.map((room) => [room, floor] as const)),
)

/** The room of a server file; undefined for the files at the top, which start the program and belong to none. */
const roomOf = (path: string) => /^server\/src\/([^/]+)\//.exec(path)?.[1]

function whyNot(own: string, floor: number, to: string): string | undefined {
  const room = roomOf(to)
  if (room === own || !to.startsWith('server/src/')) return undefined
  if (room === undefined) return `imports ${to}, which belongs to no room`
  const other = floorOf.get(room)
  if (other === undefined || other < floor) return undefined // a room without a floor is reported by its own files
  return `imports ${to}: ${room} is not on a lower floor than ${own} (server/src/floors.ts)`
}

const downwards: Rule = {
  name: 'rooms of the server import only from lower floors',
  finds(source) {
    const own = roomOf(source.path)
    if (own === undefined || isTest(source) || !source.path.endsWith('.ts')) return []
    const floor = floorOf.get(own)
    if (floor === undefined) return [at(source, 0, `give the room ${own} a floor in server/src/floors.ts`)]
    return importsOf(source).flatMap(({ to, start }) => {
      const reason = whyNot(own, floor, to)
      return reason === undefined ? [] : [at(source, start, reason)]
    })
  },
  bad: [
    { path: 'server/src/clients/service.ts', text: "import { disconnect } from '../core/service.ts'" },
    { path: 'server/src/clients/service.ts', text: "import type { Core } from '../core/service.ts'" },
    { path: 'server/src/clients/service.ts', text: "import { type Core } from '#server/core/service.ts'" },
    { path: 'server/src/clients/service.ts', text: "export { disconnect } from '../core/service.ts'" },
    { path: 'server/src/clients/service.ts', text: "const core = await import('../core/service.ts')" },
    { path: 'server/src/clients/service.ts', text: "import { add } from '../inbounds/service.ts'" },
    { path: 'server/src/platform/http/mount.ts', text: "import { verify } from '../../auth/service.ts'" },
    { path: 'server/src/platform/db/sqlite.ts', text: "import type { Schema } from '../../store/schema.ts'" },
    { path: 'server/src/clients/service.ts', text: "import { createPanel } from '../app/panel.ts'" },
    { path: 'server/src/clients/service.ts', text: "import { start } from '../main.ts'" },
    { path: 'server/src/attic/service.ts', text: 'export const old = 1' },
  ],
  good: [
    { path: 'server/src/core/service.ts', text: "import { add } from '../clients/service.ts'" },
    { path: 'server/src/core/service.ts', text: "import type { Client } from '#server/clients/service.ts'" },
    { path: 'server/src/clients/service.ts', text: "import { insert } from './store.ts'" },
    { path: 'server/src/clients/service.ts', text: "import { log } from '../platform/log.ts'" },
    { path: 'server/src/clients/service.test.ts', text: "import { createCore } from '../core/service.ts'" },
    { path: 'server/src/app/panel.ts', text: "import { createCore } from '../core/service.ts'" },
    { path: 'server/src/main.ts', text: "import { createPanel } from './app/panel.ts'" },
  ],
}

export const floorRules = [downwards]
