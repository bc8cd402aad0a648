import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readReports } from './test-reports.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'logyard-reports-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function reportOf(name: string, report: object): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, JSON.stringify(report))
  return path
}

test('every test that failed is told with the beginning of its reason, and every file without any', async () => {
  const failureMessages = ['\x1b[31mone is not two\x1b[39m\n    at a.test.ts:3:1\n    at /x/node_modules/runner.js:1:1']
  const unit = await reportOf('unit.json', {
    numPassedTests: 7,
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'holds' },
          { status: 'failed', fullName: 'breaks', failureMessages },
        ],
      },
      { name: 'b.test.ts', status: 'failed', message: 'cannot be loaded', assertionResults: [] },
      { name: 'c.test.ts', status: 'passed', message: '', assertionResults: [] },
    ],
  })
  const spec = (title: string, status: string, errors: readonly object[]) => ({
    title,
    file: 'd.spec.ts',
    tests: [{ status, results: [{ errors }] }],
  })
  const browser = await reportOf('browser.json', {
    stats: { expected: 2 },
    suites: [
      {
        specs: [spec('is seen', 'expected', [])],
        suites: [{ specs: [spec('is not seen', 'unexpected', [{ message: 'not visible' }])] }],
      },
    ],
  })
  expect(readReports([unit], browser)).toEqual({
    passed: 9,
    failures: [
      { title: 'a.test.ts: breaks', reason: 'one is not two\n    at a.test.ts:3:1' },
      { title: 'b.test.ts', reason: 'cannot be loaded' },
      { title: 'd.spec.ts: is not seen', reason: 'not visible' },
    ],
  })
})

test('a runner that did not report has nothing to tell', async () => {
  await writeFile(join(folder, 'cut.json'), '{"numPassed')
  expect(readReports([join(folder, 'cut.json')], join(folder, 'absent.json'))).toEqual({ passed: 0, failures: [] })
})
