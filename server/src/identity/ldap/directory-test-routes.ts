import { testAuthBackendConnection, testAuthBackendLogin } from '@logyard/contract/identity/auth-services'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { DirectoryTests } from './directory-test.ts'

export function directoryTestRoutes(
  app: FastifyInstance,
  { directoryTests }: { readonly directoryTests: DirectoryTests },
): void {
  serve(app, testAuthBackendConnection, ({ body, signal }) => directoryTests.connection(body, signal))
  serve(app, testAuthBackendLogin, ({ body, signal }) => directoryTests.login(body, signal))
}
