import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { installCommands, PLATFORMS } from './install-commands.ts'

const TARGET = { url: 'https://logs.example.org/api/', token: 'abc123' }

test.each(PLATFORMS)('the commands for %s name the server and the token', (platform) => {
  const commands = installCommands(platform, TARGET)
  expect(commands).toContain(TARGET.url)
  expect(commands).toContain(TARGET.token)
})

test('the shell of a container writes the same file as the commands for a host', () => {
  const inContainer = /printf .*/.exec(installCommands('container', TARGET))?.[0] ?? ''
  const written = execFileSync('sh', ['-c', inContainer.replace(/ >\S+$/, '')], { encoding: 'utf8' })
  expect(installCommands('debian', TARGET)).toContain(written.trimEnd())
})
