import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildConsole } from './build-console.ts'
import { findBrowser } from './find-browser.ts'
import { readReports } from './test-reports.ts'

interface Step {
  readonly title: string
  readonly program: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

const UNIT_REPORT = '.cache/unit-tests.json'
const BROWSER_REPORT = '.cache/browser-tests.json'

/** Everything that a change must pass: types, lint, import directions, unused code, unit and browser tests. */
export async function runTests(root: string, args: readonly string[]): Promise<void> {
  const chosen = args[0]
  const steps = [...checks(), unitTests(), browserTests()]
  const selected = chosen === undefined ? steps : steps.filter((step) => step.title === chosen)
  if (selected.length === 0) throw new Error(`There is no such step: ${steps.map((step) => step.title).join(', ')}`)
  if (selected.some((step) => step.title === 'browser')) await prepareBrowserTests(root)
  runSteps(root, selected, args.slice(1))
}

/** The same tests with the rounds that take long: crash series and fuzzing. */
export async function runSoak(root: string, args: readonly string[]): Promise<void> {
  await prepareBrowserTests(root)
  const env = { SOAK: '1' }
  runSteps(
    root,
    [unitTests(), browserTests()].map((step) => ({ ...step, env: { ...step.env, ...env } })),
    args,
  )
}

async function prepareBrowserTests(root: string): Promise<void> {
  process.env['CHROME_PATH'] = findBrowser()
  await buildConsole(root)
}

const checks = (): readonly Step[] => [
  { title: 'types', program: 'tsc', args: ['-p', '.'] },
  { title: 'types-console', program: 'tsc', args: ['-p', 'console'] },
  { title: 'types-e2e', program: 'tsc', args: ['-p', 'e2e'] },
  { title: 'lint', program: 'biome', args: ['ci', '--error-on-warnings', '--reporter=summary', '.'] },
  { title: 'imports', program: 'node', args: ['bin/check-imports.ts'] },
  { title: 'unused', program: 'knip', args: [] },
]

const unitTests = (): Step => ({
  title: 'unit',
  program: 'vitest',
  args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${UNIT_REPORT}`],
})

const browserTests = (): Step => ({
  title: 'browser',
  program: 'playwright',
  args: ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: join(import.meta.dirname, '..', BROWSER_REPORT) },
})

function runSteps(root: string, steps: readonly Step[], extra: readonly string[]): void {
  mkdirSync(join(root, '.cache'), { recursive: true })
  for (const report of [UNIT_REPORT, BROWSER_REPORT]) rmSync(join(root, report), { force: true })
  const bin = join(root, 'node_modules', '.bin')
  const failed = steps.filter((step) => {
    const startedAt = performance.now()
    console.log(`\n== ${step.title}`)
    const { status } = spawnSync(join(bin, step.program), [...step.args, ...(steps.length === 1 ? extra : [])], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PATH: `${bin}:${process.env['PATH'] ?? ''}`, ...step.env },
    })
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(`== ${step.title}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`)
    return status !== 0
  })
  const { passed, failures } = readReports(join(root, UNIT_REPORT), join(root, BROWSER_REPORT))
  console.log(failed.length === 0 ? '\nEvery step passed.' : `\nFailed: ${failed.map((step) => step.title).join(', ')}`)
  for (const { title, reason } of failures) console.log(`- ${title}\n${reason.replace(/^/gm, '    ')}`)
  console.log(`tests: ${passed} passed, ${failures.length} failed`)
  if (failed.length > 0) process.exitCode = 1
}
