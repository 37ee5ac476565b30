import type { CoreApi } from './client.ts'
import type { Converter } from './convert.ts'
import { CoreError } from './errors.ts'
import { createUserExecutor, type UserOperation } from './execute-users.ts'
import { unless } from './unless.ts'

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

const isUser = (o: LiveOperation): o is UserOperation => o.op === 'addUser' || o.op === 'removeUser'

/** Runs operations in order. Operations are idempotent. */
export function createExecutor(api: CoreApi, converter: Converter) {
  const executeUsers = createUserExecutor(api)

  async function addHandler(
    section: Section,
    bytes: Promise<Uint8Array>,
    add: (b: Uint8Array) => Promise<void>,
    remove: (tag: string) => Promise<void>,
  ) {
    const handler = await bytes
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

  async function one(operation: HandlerOperation): Promise<void> {
    switch (operation.op) {
      case 'addInbound':
        return addHandler(
          operation.section,
          converter.inbound(operation.section),
          api.addInbound,
          api.removeInbound,
        )
      case 'removeInbound':
        return void (await unless('missing', () => api.removeInbound(operation.tag)))
      case 'addOutbound':
        return addHandler(
          operation.section,
          converter.outbound(operation.section),
          api.addOutbound,
          api.removeOutbound,
        )
      case 'removeOutbound':
        return void (await unless('missing', () => api.removeOutbound(operation.tag)))
      case 'replaceRules':
        return replaceRules(operation.routing)
    }
  }

  return async function execute(operations: readonly LiveOperation[]): Promise<void> {
    let users: UserOperation[] = []
    for (const operation of operations) {
      if (isUser(operation)) users.push(operation)
      else {
        await executeUsers(users)
        users = []
        await one(operation)
      }
    }
    await executeUsers(users)
  }
}

export type Execute = ReturnType<typeof createExecutor>
