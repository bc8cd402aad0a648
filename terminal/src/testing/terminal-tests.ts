/** The terminal of a user with a token, beside a new server for each test. */
import { afterEach, beforeEach } from 'vitest'
import { type SearchTests, searchTests } from '../../../server/src/search/testing/search-tests.ts'
import { createTerminal, type TerminalUnderTest } from './run-terminal.ts'

export interface TerminalTests extends SearchTests {
  readonly terminal: TerminalUnderTest
}

export function terminalTests(): TerminalTests {
  const tests = searchTests()
  let terminal: TerminalUnderTest | undefined
  beforeEach(async () => {
    const { logyard } = tests
    const LOGYARD_TOKEN = await createToken(logyard)
    terminal = await createTerminal({ LOGYARD_URL: logyard.url.replace(/api$/, ''), LOGYARD_TOKEN })
  })
  afterEach(() => terminal?.[Symbol.asyncDispose]())
  return {
    get engine() {
      return tests.engine
    },
    get logyard() {
      return tests.logyard
    },
    get terminal() {
      if (terminal === undefined) throw new Error('the terminal is there before each test')
      return terminal
    },
  }
}

async function createToken({ call }: SearchTests['logyard']): Promise<string> {
  const answer = await call('POST', '/users/local:admin/tokens/terminal', { body: {} })
  const { token } = Object(answer.body)
  if (typeof token !== 'string') throw new Error(`there is no token: ${answer.text}`)
  return token
}
