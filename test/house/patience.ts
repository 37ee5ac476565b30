import { at, isTest, type Rule, type Source, visit } from './source.ts'

interface Node {
  type: string
  start: number
  end: number
  value?: unknown
}

const ofTests = (source: Source) =>
  isTest(source) || (/^test\/.*\.ts$/.test(source.path) && !source.path.startsWith('test/house/'))
/** Time that passed until now. */
const elapsed = /\b(?:Date|performance)\.now\(\) - /
const isNumber = (node: Node | undefined): boolean =>
  node?.type === 'Literal' && typeof node.value === 'number'

const comparisons: Rule = {
  name: 'how long something took is compared with patience',
  finds(source) {
    if (!ofTests(source)) return []
    const textOf = ({ start, end }: Node) => source.text.slice(start, end)
    const names = new Set<string>()
    const found: number[] = []
    const isElapsed = (node: Node) => elapsed.test(textOf(node)) || names.has(textOf(node))
    visit(source, {
      VariableDeclarator: ({ id, init }) => {
        if (init?.type === 'BinaryExpression' && elapsed.test(textOf(init))) names.add(textOf(id))
      },
    })
    visit(source, {
      BinaryExpression: ({ left, right, operator, start }) => {
        const [less, more] = operator.startsWith('<') ? [left, right] : [right, left]
        if (/^[<>]=?$/.test(operator) && isElapsed(less) && isNumber(more)) found.push(start)
      },
      CallExpression: ({ callee, arguments: args, start }) => {
        const said = textOf(callee)
        const [, what = ''] = /^expect\((.*?)(?:, [^()]*)?\)\s*\.toBeLessThan(?:OrEqual)?$/s.exec(said) ?? []
        if (isNumber(args[0]) && (elapsed.test(what) || names.has(what))) found.push(start)
      },
    })
    return found.map((start) => at(source, start, 'write patient(…): a busy machine takes longer'))
  },
  bad: [
    { path: 'test/a.test.ts', text: 'expect(Date.now() - began).toBeLessThan(2_000)' },
    { path: 'server/src/a.test.ts', text: "expect(performance.now() - began, 'a').toBeLessThanOrEqual(5)" },
    { path: 'test/a.test.ts', text: 'const took = performance.now() - began\nexpect(took).toBeLessThan(9)' },
    { path: 'test/a.test.ts', text: 'expect([code, Date.now() - began < 2_000]).toEqual([1, true])' },
    { path: 'test/e2e/core/a.ts', text: 'const isFast = 2_000 > performance.now() - began' },
  ],
  good: [
    { path: 'test/a.test.ts', text: 'expect(Date.now() - began).toBeLessThan(patient(2_000))' },
    { path: 'test/a.test.ts', text: 'expect(Date.now() - began).toBeGreaterThan(1_000)' },
    { path: 'test/a.test.ts', text: 'const isOver = () => performance.now() - lastByte > 600' },
    { path: 'test/a.test.ts', text: 'expect(bytes - before).toBeLessThan(1_024)' },
    { path: 'server/src/a.ts', text: 'if (performance.now() - began < 2_000) go()' },
  ],
}

/** Shorter is impatient: what must come is waited for until the deadline. */
const shortest = 60_000

const waits: Rule = {
  name: 'what must come is waited for until the deadline',
  finds(source) {
    if (!ofTests(source)) return []
    const found: number[] = []
    const textOf = ({ start, end }: Node) => source.text.slice(start, end)
    visit(source, {
      CallExpression: ({ callee, arguments: args, start }) => {
        const [name, last] = [textOf(callee), args.at(-1)]
        const isWait = /^(?:vi\.waitFor|vi\.waitUntil|expect\s*\.poll|until)$/.test(name)
        if (!isWait || !last) return
        const options = args.length > 1 ? textOf(last) : ''
        const ms = /^(?:\{[^}]*\btimeout: )?([\d_]+)/.exec(options)?.[1]
        const isShort = ms !== undefined && Number(ms.replaceAll('_', '')) < shortest
        if (isShort || (name.startsWith('vi.') && args.length === 1)) found.push(start)
      },
    })
    return found.map((start) => at(source, start, 'gives up sooner than a busy machine needs'))
  },
  bad: [
    { path: 'test/a.test.ts', text: 'await vi.waitFor(() => expect(seen).toBe(1))' }, // its own default is a second
    { path: 'test/a.test.ts', text: 'await vi.waitFor(look, 10_000)' },
    { path: 'test/a.test.ts', text: 'await expect.poll(look, { interval: 5, timeout: 2_000 }).toBe(1)' },
    { path: 'test/e2e/core/a.ts', text: "await until('it runs', runs, 30_000)" },
  ],
  good: [
    { path: 'test/a.test.ts', text: 'await vi.waitFor(look, deadlineMs)' },
    { path: 'test/a.test.ts', text: 'await expect.poll(look, { interval: 5 }).toBe(1)' },
    { path: 'test/e2e/a.test.ts', text: "await until('it is empty', isEmpty, 240_000)" },
    { path: 'server/src/a.ts', text: "await until('it runs', runs, 30_000)" },
  ],
}

const own: Rule = {
  name: 'there is one way to wait',
  finds(source) {
    if (!ofTests(source) || source.path === 'test/until.ts') return []
    const found: number[] = []
    const look = (id: Node | null, isFunction: boolean) => {
      if (id && isFunction && source.text.slice(id.start, id.end) === 'until') found.push(id.start)
    }
    visit(source, {
      FunctionDeclaration: ({ id }) => look(id, true),
      VariableDeclarator: ({ id, init }) => look(id, init?.type === 'ArrowFunctionExpression'),
    })
    return found.map((start) => at(source, start, 'is in test/until.ts'))
  },
  bad: [
    { path: 'test/e2e/core/a.ts', text: 'async function until(holds: () => boolean) {}' },
    { path: 'server/src/a.test.ts', text: 'const until = async (holds: () => boolean) => {}' },
  ],
  good: [
    { path: 'test/until.ts', text: 'export async function until(holds: () => boolean) {}' },
    { path: 'test/lease/world.ts', text: 'const until = now + ms' },
  ],
}

const shownTimes: Rule = {
  name: 'a time on a page may be a second or more',
  finds(source) {
    if (!source.path.startsWith('test/e2e/')) return []
    return [...source.text.matchAll(/\\d\+ ms\b/g)].map((match) =>
      at(source, match.index, 'from 1,000 on the number has a comma: write [\\d,]+'),
    )
  },
  bad: [{ path: 'test/e2e/a.test.ts', text: String.raw`page.getByText(/^Connected in \d+ ms$/)` }],
  good: [{ path: 'test/e2e/a.test.ts', text: String.raw`page.getByText(/^Connected in [\d,]+ ms$/)` }],
}

export const patienceRules = [comparisons, waits, own, shownTimes]
