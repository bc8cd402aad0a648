import * as contract from '@logyard/contract/mail/mail'
import type { FastifyInstance } from 'fastify'
import { serve } from '../http/serve.ts'
import type { Mailer } from './mailer.ts'

export function mailRoutes(api: FastifyInstance, mailer: Mailer): void {
  serve(api, contract.getMailTransport, () => ({
    is_enabled: mailer.isEnabled,
    ...mailer.server,
    from: mailer.from,
    problem: mailer.problem ?? null,
  }))
  serve(api, contract.sendTestMail, async ({ caller, body, signal }) => {
    const text = `${caller.username} tried the settings for mail of this Logyard server. They work.\n`
    await mailer.send({ to: [body.to], subject: 'A test mail from Logyard', text }, signal)
  })
}
