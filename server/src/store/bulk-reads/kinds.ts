import { clientsJson, exportJson, lastOnlineJson } from './clients-json.ts'
import {
  type CoreConfigArgs,
  type CoreInboundArgs,
  coreConfigJson,
  coreInboundJson,
  coreUsersJson,
} from './core-json.ts'
import { type InboundsArgs, inboundsJson } from './inbounds-json.ts'
import type { Engine } from './json-sql.ts'
import type { Query } from './query.ts'

/** Lists that may be as large as the database: JSON text made in steps, on a thread if there is one. */
export type ListRequest =
  | { kind: 'clients' }
  | { kind: 'export' }
  | { kind: 'lastOnline' }
  | ({ kind: 'inbounds' } & InboundsArgs)
  | ({ kind: 'coreConfig' } & CoreConfigArgs)
  | ({ kind: 'coreInbound' } & CoreInboundArgs)
  | ({ kind: 'coreUsers' } & CoreInboundArgs)

export function listJson(
  query: Query,
  engine: Engine,
  request: ListRequest,
): AsyncGenerator<string | Uint8Array> {
  switch (request.kind) {
    case 'clients':
      return clientsJson(query, engine)
    case 'export':
      return exportJson(query, engine)
    case 'lastOnline':
      return lastOnlineJson(query, engine)
    case 'inbounds':
      return inboundsJson(query, engine, request)
    case 'coreConfig':
      return coreConfigJson(query, request)
    case 'coreInbound':
      return coreInboundJson(query, request)
    case 'coreUsers':
      return coreUsersJson(query, request)
  }
}
