import { createSupportBundle } from '@logyard/contract/support/support-bundle'
import type { FastifyInstance } from 'fastify'
import { serve } from '../http/serve.ts'
import type { SupportBundles } from './support-bundle.ts'

export function supportRoutes(api: FastifyInstance, bundles: SupportBundles): void {
  serve(api, createSupportBundle, async ({ reply, signal }) => {
    const { name, bytes } = await bundles.create(signal)
    reply.header('content-disposition', `attachment; filename="${name}"`)
    return reply.type('application/gzip').send(bytes)
  })
}
