import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../server/src/testing/temporary-folder.ts'
import { readFragments, releaseNotes, withRelease } from './changelog.ts'

test('every fragment of the repository has a known kind and one paragraph', () => {
  expect(readFragments(join(import.meta.dirname, '..', 'changelog', 'unreleased')).length).toBeGreaterThan(0)
})

test('release notes list the kinds in order, each fragment as one item', async () => {
  await using folder = await temporaryFolder()
  writeFileSync(join(folder.path, 'slow-start.fixed.md'), 'The start\nis quick.\n')
  writeFileSync(join(folder.path, 'grok.added.md'), 'Grok patterns.\n')
  expect(releaseNotes(readFragments(folder.path))).toBe(
    '### Added\n\n- Grok patterns.\n\n### Fixed\n\n- The start\n  is quick.',
  )
})

test.each([
  { file: 'grok.new.md', text: 'Grok.', reason: 'KIND one of' },
  { file: 'grok.md', text: 'Grok.', reason: 'NAME.KIND.md' },
  { file: 'grok.added.md', text: 'Grok', reason: 'full stop' },
  { file: 'grok.added.md', text: 'One.\n\nTwo.', reason: 'one paragraph' },
])('$file with the text "$text" is refused with the reason', async ({ file, text, reason }) => {
  await using folder = await temporaryFolder()
  writeFileSync(join(folder.path, file), text)
  expect(() => readFragments(folder.path)).toThrow(reason)
})

test('a release stands before earlier releases', () => {
  const first = withRelease('# Changelog\n\nIntroduction.\n', '0.1.0', '- One.')
  const second = withRelease(first, '0.2.0', '- Two.')
  expect(second).toBe('# Changelog\n\nIntroduction.\n\n## 0.2.0\n\n- Two.\n\n## 0.1.0\n\n- One.\n')
})
