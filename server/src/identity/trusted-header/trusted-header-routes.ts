import { getTrustedHeaderConfig, updateTrustedHeaderConfig } from '@logyard/contract/identity/trusted-header'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { AuthServices } from '../auth-services/auth-services.ts'
import { readTrustedHeader } from './read-trusted-header.ts'

export function trustedHeaderRoutes(
  app: FastifyInstance,
  { authServices }: { readonly authServices: Pick<AuthServices, 'trustedHeader' | 'setTrustedHeader'> },
): void {
  serve(app, getTrustedHeaderConfig, () => authServices.trustedHeader())

  serve(app, updateTrustedHeaderConfig, async ({ body }) => {
    const config = readTrustedHeader(body)
    await authServices.setTrustedHeader(config)
    return config
  })
}
