import { at, isTest, parse, type Rule, type Source, visit } from './source.ts'

interface Node {
  type: string
  start: number
  end: number
}

/** `it`, `test` or `describe` at the root of `it.each(rows)`, `test.skipIf(x)`, `describe.skip`. */
function rootName(node: Node): string | undefined {
  // The parser's nodes are a wide union: only the three fields below are read.
  const { type, name, object, callee } = node as Node & { name?: string; object?: Node; callee?: Node }
  if (type === 'Identifier') return name
  const inner = type === 'MemberExpression' ? object : type === 'CallExpression' ? callee : undefined
  return inner && rootName(inner)
}

const isFunction = ({ type }: Node) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression'
/** `expect(...)`, `expectRefused(...)`, `assert(...)`, `fc.assert(...)`. */
const isCheck = (callee: Node, text: string) =>
  /^(expect|assert)/.test(rootName(callee) ?? '') || text.slice(callee.start, callee.end).endsWith('.assert')

const assertions: Rule = {
  name: 'every test expects something',
  finds(source) {
    if (!isTest(source)) return []
    const bodies: Node[] = []
    const checks: number[] = []
    visit(source, {
      CallExpression: ({ callee, arguments: args, start }) => {
        if (isCheck(callee, source.text)) checks.push(start)
        const body = args.find(isFunction)
        const root = rootName(callee)
        if (body && args[0] !== body && (root === 'it' || root === 'test')) bodies.push(body)
      },
    })
    return bodies
      .filter((body) => !checks.some((start) => start > body.start && start < body.end))
      .map((body) => at(source, body.start, 'expects nothing'))
  },
  bad: [
    { path: 'test/a.test.ts', text: "it('works', async () => { await go() })" },
    { path: 'test/a.test.ts', text: "test.each([1])('works %s', function (n) { go(n) })" },
    { path: 'test/a.test.ts', text: "it('a', () => { expect(1).toBe(1) })\nit('b', () => {})" },
  ],
  good: [
    { path: 'test/a.test.ts', text: "it('works', async () => { await expect(go()).rejects.toThrow() })" },
    { path: 'test/a.test.ts', text: "it('holds', () => { fc.assert(property) })" },
    { path: 'test/a.test.ts', text: "it('is refused', () => expectRefused(go()))" },
    { path: 'test/a.test.ts', text: "beforeEach(() => { go() })\ndescribe('x', () => { go() })" },
  ],
}

/** A comment on the same line or the line above. */
function hasReason(source: Source, offset: number): boolean {
  const lineOf = (position: number) => source.text.slice(0, position).split('\n').length
  const line = lineOf(offset)
  return parse(source).comments.some(({ end }) => lineOf(end) === line || lineOf(end) === line - 1)
}

const skips: Rule = {
  name: 'a test that does not run says why',
  finds(source) {
    if (!isTest(source)) return []
    const findings: string[] = []
    visit(source, {
      MemberExpression: ({ object, property, start }) => {
        const root = rootName(object)
        if (property.type !== 'Identifier' || !['it', 'test', 'describe'].includes(root ?? '')) return
        if (property.name === 'only') findings.push(at(source, start, 'keeps all other tests from running'))
        if (!['skip', 'todo'].includes(property.name) || hasReason(source, start)) return
        findings.push(at(source, start, 'does not run: say why in a comment'))
      },
    })
    return findings
  },
  bad: [
    { path: 'test/a.test.ts', text: "it.skip('a', () => { expect(1).toBe(1) })" },
    { path: 'test/a.test.ts', text: "it.todo('a')" },
    { path: 'test/a.test.ts', text: "// for now\ndescribe.only('a', () => {})" },
    { path: 'test/a.test.ts', text: "it.only.each([1])('a', () => { expect(1).toBe(1) })" },
  ],
  good: [
    { path: 'test/a.test.ts', text: "// The core cannot do it yet (R9).\nit.skip('a', () => {})" },
    { path: 'test/a.test.ts', text: "it.skipIf(!dsn)('a', () => { expect(rows.skip).toBe(1) })" },
  ],
}

const startsChild = (callee: Node, text: string) =>
  /^(spawn|fork)$/.test(text.slice(callee.start, callee.end))

/** Without a listener a program that cannot be started ends the whole run without naming the test. */
const starts: Rule = {
  name: 'a program that cannot be started fails its own test',
  finds(source) {
    if (!/^(server|test|tools)\/.*\.(ts|mjs)$/.test(source.path)) return []
    const findings: string[] = []
    const look = (name: Node, value: Node | null) => {
      // As above: only these fields are read.
      const call = value as (Node & { callee?: Node }) | null
      if (call?.type !== 'CallExpression' || !call.callee || !startsChild(call.callee, source.text)) return
      const child = source.text.slice(name.start, name.end).split(':')[0]
      // `once` of node:events listens for it as well.
      const listens = new RegExp(
        `\\b${child}(?:[^\\n]|\\n\\s*\\.)*?\\.on(?:ce)?\\('error'|\\bonce\\(${child},`,
      )
      if (!listens.test(source.text)) findings.push(at(source, call.start, "has no listener for 'error'"))
    }
    visit(source, {
      VariableDeclarator: ({ id, init }) => look(id, init),
      AssignmentExpression: ({ left, right }) => look(left, right),
    })
    return findings
  },
  bad: [
    { path: 'test/a.ts', text: "const child = spawn('x', [])\nchild.once('exit', go)" },
    { path: 'test/a.ts', text: "core = fork('x')\nsocket.on('error', go)" },
  ],
  good: [
    { path: 'test/a.ts', text: "const child = spawn('x', [])\nchild.once('error', reject)" },
    {
      path: 'test/a.ts',
      text: "const child: ChildProcess = spawn('x', [])\nchild.once('exit', a).once('error', a)",
    },
    { path: 'test/a.ts', text: "const { status } = spawnSync('x', [])" },
  ],
}

export const honestTestRules = [assertions, skips, starts]
