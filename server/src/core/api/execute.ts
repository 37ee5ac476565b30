import { removeStaleSocket } from '../process/stale-sockets.ts'
import type { CoreApi } from './client.ts'
import type { Converter } from './convert.ts'
import { CoreError } from './errors.ts'
import { createUserExecutor, type UserOperation, unless } from './execute-users.ts'

type Section = Record<string, unknown>

/** What can change in a running core without affecting anyone else. */
export type LiveOperation =
  | UserOperation
  | { op: 'addInbound'; section: Section }
  | { op: 'removeInbound'; tag: string }
  | { op: 'addOutbound'; section: Section }
  | { op: 'removeOutbound'; tag: string }
  /** The whole new generation; the rules carry new tags made by the panel. */
  | { op: 'replaceRules'; routing: Section & { rules: readonly Section[] } }

type HandlerOperation = Exclude<LiveOperation, UserOperation>
type AddHandler = Extract<LiveOperation, { section: Section }>

const isUser = (o: LiveOperation): o is UserOperation => o.op === 'addUser' || o.op === 'removeUser'

/** The same outbound or inbound in another form. */
export const isSwap = (gone: LiveOperation, next: LiveOperation | undefined): next is AddHandler =>
  (gone.op === 'removeOutbound' && next?.op === 'addOutbound' && gone.tag === next.section.tag) ||
  (gone.op === 'removeInbound' && next?.op === 'addInbound' && gone.tag === next.section.tag)

/** Runs operations in order. Operations are idempotent. */
export function createExecutor(api: CoreApi, converter: Converter) {
  const executeUsers = createUserExecutor(api)
  const kinds = {
    addInbound: { convert: converter.inbound, add: api.addInbound, remove: api.removeInbound },
    addOutbound: { convert: converter.outbound, add: api.addOutbound, remove: api.removeOutbound },
  }

  async function converted({ op, section }: AddHandler): Promise<Uint8Array> {
    if (op === 'addInbound') await removeStaleSocket(section.listen)
    return kinds[op].convert(section)
  }

  async function addHandler(operation: AddHandler): Promise<void> {
    const { op, section } = operation
    const { add, remove } = kinds[op]
    const handler = await converted(operation)
    if (await unless('exists', () => add(handler))) return
    await unless('missing', () => remove(String(section.tag)))
    await add(handler)
  }
  /**
   * Never replaces in one call: the router would empty its list and let connections through while it rebuilds it (C1).
   * The new generation is appended, then the old one removed, first rule first.
   */
  async function replaceRules(routing: Section & { rules: readonly Section[] }) {
    const old = await api.listRules()
    const fresh = new Set(routing.rules.map((r) => String(r.ruleTag)))
    if (old.some((r) => fresh.has(r.ruleTag)))
      throw new CoreError('refused', 'a rule of the new generation bears a tag that is in use')
    if (routing.rules.length > 0) await api.appendRules(await converter.routing(routing))
    for (const { ruleTag } of old) if (ruleTag !== '') await unless('missing', () => api.removeRule(ruleTag))
  }

  /**
   * An edited outbound or inbound: the core gets both calls at once, so that it is without it for as short as possible.
   * It may take the second one first, and then says that the tag is in use.
   */
  async function swap(operation: AddHandler): Promise<void> {
    const { op, section } = operation
    const { add, remove } = kinds[op]
    const handler = await converted(operation)
    const removal = unless('missing', () => remove(String(section.tag)))
    removal.catch(() => {}) // awaited below
    const isAdded = await unless('exists', () => add(handler))
    await removal
    if (!isAdded) await add(handler)
  }

  async function one(operation: HandlerOperation): Promise<void> {
    switch (operation.op) {
      case 'addInbound':
      case 'addOutbound':
        return addHandler(operation)
      case 'removeInbound':
        return void (await unless('missing', () => api.removeInbound(operation.tag)))
      case 'removeOutbound':
        return void (await unless('missing', () => api.removeOutbound(operation.tag)))
      case 'replaceRules':
        return replaceRules(operation.routing)
    }
  }

  return async function execute(operations: readonly LiveOperation[]): Promise<void> {
    let users: UserOperation[] = []
    for (let i = 0; i < operations.length; i++) {
      const operation = operations[i] as LiveOperation // within the list
      if (isUser(operation)) {
        users.push(operation)
        continue
      }
      await executeUsers(users)
      users = []
      const next = operations[i + 1]
      if (isSwap(operation, next)) {
        i++
        await swap(next)
      } else await one(operation)
    }
    await executeUsers(users)
  }
}

export type Execute = ReturnType<typeof createExecutor>

/**
 * Converts what the operations will send, ahead of the first one: an edited outbound or inbound is removed and added
 * again, and the core is without it only between two calls, not while a converter starts. What cannot be converted is
 * refused when its operation runs.
 */
export const createPrepare =
  (converter: Converter) =>
  async (operations: readonly LiveOperation[]): Promise<void> => {
    const convert = async (operation: LiveOperation) => {
      if (operation.op === 'addInbound') await converter.inbound(operation.section)
      if (operation.op === 'addOutbound') await converter.outbound(operation.section)
      if (operation.op === 'replaceRules') await converter.routing(operation.routing)
    }
    for (const operation of operations) await convert(operation).catch(() => {})
  }
