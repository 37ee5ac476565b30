import type { MoveInUpload } from '#contract/move-in-api.ts'
import type {
  AddedAttachment,
  Here,
  HereClient,
  MoveInOptions,
  MoveInPlan,
  PlannedClient,
} from '#domain/move-in/plan.ts'
import type { WrittenClient } from '../store/rows/client.ts'
import type { Surroundings } from './arrivals.ts'

/** Where another panel's tables are read. A file is our own copy. */
export type Source = { kind: 'file'; path: string } | { kind: 'postgres'; dsn: string }

/** A client as it is written, made ready by the process that read it. */
export interface PackedClient extends Omit<PlannedClient, 'record' | 'externalLinks' | 'attachments'> {
  row: WrittenClient & { external_links: string }
  attachments: { inboundTag: string; flowOverride: string }[]
}

/** A plan without what may have a hundred thousand entries: clients and attachments are fetched in portions. */
export interface PlanHead extends Omit<MoveInPlan, 'clients' | 'attachments'> {
  clientCount: number
  attachmentCount: number
  /** `findings` holds the first ones. */
  findingsTotal: number
}

export const mostFindings = 1_000

export interface Requests {
  open: { given: { source: Source; given: MoveInUpload; around: Surroundings }; result: null }
  hereClients: { given: HereClient[]; result: null }
  plan: { given: { here: Omit<Here, 'clients'>; options: MoveInOptions; now: number }; result: PlanHead }
  clients: { given: { from: number; count: number }; result: PackedClient[] }
  attachments: { given: { from: number; count: number }; result: AddedAttachment[] }
}
export type Op = keyof Requests
