import { at, isTest, type Rule, type Source, visit } from './source.ts'

// Half of our readers read right to left, so CSS uses logical start and end.
const physicalDeclaration = new RegExp(
  [
    String.raw`(?<![\w-])(?:(?:scroll-)?(?:margin|padding)-|border-|inset-)?(?:left|right)(?:-(?:width|style|color))?\s*:`,
    String.raw`(?<![\w-])border-(?:top|bottom)-(?:left|right)-radius\s*:`,
    String.raw`(?<![\w-])(?:text-align|float|clear)\s*:\s*(?:left|right)\b`,
  ].join('|'),
  'g',
)

const physicalKey =
  /^(margin|padding|scrollMargin|scrollPadding)(Left|Right)$|^border(Top|Bottom)?(Left|Right)/
/** Mantine's short style props that are physical; the logical ones are ms, me, ps, pe. */
const physicalProps = new Set(['ml', 'mr', 'pl', 'pr', 'left', 'right'])
const sided = new Set(['textAlign', 'float', 'clear', 'ta'])
const styleProps = new Set(['style', 'styles', 'sx'])

function cssFindings(source: Source): string[] {
  const text = source.text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
  return [...text.matchAll(physicalDeclaration)].map((match) =>
    at(source, match.index, `"${match[0]}" is physical`),
  )
}

function codeFindings(source: Source): string[] {
  const findings: string[] = []
  const styles: { start: number; end: number }[] = []
  const report = (start: number, name: string) => findings.push(at(source, start, `${name} is physical`))
  const isSide = (value: unknown) => value === 'left' || value === 'right'
  visit(source, {
    JSXAttribute: ({ name, value, start, end }) => {
      if (name.type !== 'JSXIdentifier') return
      if (styleProps.has(name.name)) styles.push({ start, end })
      const sideways = sided.has(name.name) && value?.type === 'Literal' && isSide(value.value)
      if (physicalProps.has(name.name) || sideways) report(start, name.name)
    },
    Property: ({ key, value, start }) => {
      const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : ''
      const sideways = sided.has(name) && value.type === 'Literal' && isSide(value.value)
      const inStyle = isSide(name) && styles.some((range) => start > range.start && start < range.end)
      if (physicalKey.test(name) || sideways || inStyle) report(start, name)
    },
  })
  return findings
}

const directions: Rule = {
  name: 'the web says start and end, never left and right',
  finds(source) {
    if (!source.path.startsWith('web/') || isTest(source)) return []
    if (source.path.endsWith('.css')) return cssFindings(source)
    return /\.tsx?$/.test(source.path) ? codeFindings(source) : []
  },
  bad: [
    { path: 'web/src/a.css', text: '.a { margin-left: 1px }' },
    { path: 'web/src/a.css', text: '.a{left:0}' },
    { path: 'web/src/a.css', text: '.a { border-right-color: red }' },
    { path: 'web/src/a.css', text: '.a { border-top-left-radius: 1px }' },
    { path: 'web/src/a.css', text: '.a { text-align: right }' },
    { path: 'web/src/a.tsx', text: 'const a = <p style={{ left: 0 }} />' },
    { path: 'web/src/a.tsx', text: 'const a = <p style={{ marginRight: 1 }} />' },
    { path: 'web/src/a.tsx', text: 'const a = <Text ml="md" />' },
    { path: 'web/src/a.tsx', text: 'const a = <Text ta="right" />' },
    { path: 'web/src/a.ts', text: "export const cell = { textAlign: 'left' }" },
  ],
  good: [
    { path: 'web/src/a.css', text: '/* left: 0 */ .left { margin-inline-start: 1px; text-align: end }' },
    {
      path: 'web/src/a.tsx',
      text: 'const a = <Button leftSection={<Icon />} ms="md" style={{ insetInlineStart: 0 }} />',
    },
    { path: 'web/src/a.ts', text: 'export const quota = { left: 5 }' },
  ],
}

export const directionRules = [directions]
