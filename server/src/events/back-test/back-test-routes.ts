import { backTestDefinition } from '@logyard/contract/events/back-test'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { RunBackTest } from './back-test.ts'

export function backTestRoutes(api: FastifyInstance, { runBackTest }: { readonly runBackTest: RunBackTest }): void {
  serve(api, backTestDefinition, ({ caller, body, signal }) => runBackTest(caller, body, signal))
}
