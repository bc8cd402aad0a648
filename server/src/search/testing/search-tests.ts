import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Engine } from '../../store/engine/engine.ts'
import { type EngineUnderTest, startTestEngine } from '../../testing/start-index-sets.ts'
import type { SearchFlowLimits } from '../../wiring/search-deps.ts'
import { clearMessages, type SearchUnderTest, startSearch } from './start-search.ts'

export interface SearchTests {
  readonly engine: Engine
  readonly logyard: SearchUnderTest
}

/** Registers hooks of a test file: one engine for the file, and for each test an empty table and a new server. */
export function searchTests(limits: SearchFlowLimits = {}): SearchTests {
  let store: EngineUnderTest | undefined
  let logyard: SearchUnderTest | undefined
  const tests: SearchTests = {
    get engine() {
      if (store === undefined) throw new Error('the engine is started before the first test')
      return store.engine
    },
    get logyard() {
      if (logyard === undefined) throw new Error('the server is started before each test')
      return logyard
    },
  }
  beforeAll(async () => {
    store = await startTestEngine()
  })
  afterAll(() => store?.[Symbol.asyncDispose]())
  beforeEach(async () => {
    await clearMessages(tests.engine)
    logyard = await startSearch({ engine: tests.engine, limits })
  })
  afterEach(() => logyard?.[Symbol.asyncDispose]())
  return tests
}
