import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts'
import { tarOf } from './tar.ts'

const SECONDS = 1_790_000_000
const LONG = `product/${'folder/'.repeat(15)}file.txt`

test('tar unpacks the files with their folders, links, rights and times', async () => {
  await using folder = await temporaryFolder()
  const source = join(folder.path, 'source')
  writeFileSync(source, 'from a file')
  const archive = tarBytes([
    { path: 'product/run', text: '#!/bin/sh\n', isProgram: true },
    { path: 'product/copy', file: source },
    { path: 'product/link', link: 'run' },
    { path: LONG, text: 'x'.repeat(600) },
  ])
  mkdirSync(join(folder.path, 'out'))
  const { status, stderr } = spawnSync('tar', ['xf', '-', '-C', join(folder.path, 'out')], { input: archive })
  expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' })
  const out = (path: string) => join(folder.path, 'out', path)
  expect(readdirSync(out('product'))).toEqual(['copy', 'folder', 'link', 'run'])
  expect(readFileSync(out('product/copy'), 'utf8')).toBe('from a file')
  expect(readFileSync(out(LONG), 'utf8')).toHaveLength(600)
  expect(readlinkSync(out('product/link'))).toBe('run')
  expect([statSync(out('product/run')).mode & 0o111, statSync(out('product/copy')).mode & 0o111]).toEqual([0o111, 0])
  expect(statSync(out('product/copy')).mtimeMs / 1000).toBe(SECONDS)
})

test('the order of the files does not change the bytes', () => {
  const files = [
    { path: 'b', text: '2' },
    { path: 'a/c', text: '1' },
  ]
  expect(tarBytes(files)).toEqual(tarBytes(files.toReversed()))
})

const tarBytes = (files: Parameters<typeof tarOf>[0]): Buffer => Buffer.concat([...tarOf(files, SECONDS)])
