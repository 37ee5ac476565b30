// `npm run check`: types, lint and format, quick tests, in parallel. Prints what failed and one summary line.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { exitCodeOf, main, run, throwIfInterrupted } from './child.mjs'
import { root, setup } from './setup.mjs'
import { add, nothingCounted, runProject } from './vitest.mjs'

/** Each of the compiler's threads learns the types that it meets anew, and the quick tests run beside it. */
const fewThreads = availableParallelism() > 2 ? [] : ['--builders', '1', '--checkers', '1']

async function step(node, name, args) {
  const result = await run(node, [join(root, 'node_modules', ...args[0]), ...args.slice(1)], {
    cwd: root,
    capture: true,
  })
  throwIfInterrupted()
  const failed = exitCodeOf(result) === 0 ? 0 : 1
  return { name, ...nothingCounted, failed, failures: failed ? [name] : [], output: result.output }
}

/** The compiler reads the keys of `locales/en` as types. */
async function types(node) {
  const words = await run(node, [join(root, 'tools', 'words.ts')], { cwd: root, capture: true })
  throwIfInterrupted()
  if (exitCodeOf(words) !== 0) {
    return { name: 'types', ...nothingCounted, failed: 1, failures: ['types'], output: words.output }
  }
  return step(node, 'types', [['typescript', 'bin', 'tsc'], '-b', ...fewThreads])
}

async function quickTests(node) {
  const result = await runProject(node, 'quick', { show: false })
  if (result.passed + result.failed > 0) return { name: 'quick tests', ...result }
  return { name: 'quick tests', ...nothingCounted, failed: 1, failures: ['quick: no test ran'], output: '' }
}

/** A failed step other than tests counts as one failure, so that the summary is never wrongly green. */
export async function check(node) {
  const started = performance.now()
  const steps = await Promise.all([
    types(node),
    step(node, 'lint and format', [['@biomejs', 'biome', 'bin', 'biome'], 'check', '.']),
    quickTests(node),
  ])
  const failed = steps.filter((result) => result.failed > 0)
  for (const { name, output } of failed) console.log(`${output.trimEnd()}\n\n${name}: failed\n`)
  const sum = steps.reduce(add, nothingCounted)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const verdict =
    failed.length === 0 ? 'all good' : `${failed.map((result) => result.name).join(', ')} failed`
  console.log(`check: types, lint and format, ${sum.passed} quick tests in ${seconds} s: ${verdict}`)
  return sum
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await main(async () => ((await check(await setup())).failed === 0 ? 0 : 1))
}
