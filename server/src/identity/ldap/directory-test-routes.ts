import { testAuthBackendConnection, testAuthBackendLogin } from '@logyard/contract/identity/auth-services'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { DirectoryTests } from './directory-test.ts'

export function directoryTestRoutes(
  app: FastifyInstance,
  { directoryTests }: { readonly directoryTests: DirectoryTests },
): void {
  serve(app, testAuthBackendConnection, ({ caller, body, signal }) =>
    directoryTests.connection(body, { owner: caller.userId, signal }),
  )
  serve(app, testAuthBackendLogin, ({ caller, body, signal }) =>
    directoryTests.login(body, { owner: caller.userId, signal }),
  )
}
