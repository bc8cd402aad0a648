import type { FailureSummary } from '@logyard/contract/ingest/failures'
import type { FailureFacts } from './failures.ts'

export const failureSummary = (
  facts: FailureFacts,
  titleOf: (inputId: string) => string | undefined,
): FailureSummary => ({
  number: facts.number,
  failed_at: facts.failedAt.toISOString(),
  tried_at: facts.triedAt.toISOString(),
  attempts: facts.attempts,
  reason: facts.reason,
  detail: facts.detail,
  received_at: new Date(facts.receivedAtMs).toISOString(),
  input_id: facts.origin.inputId,
  input_title: titleOf(facts.origin.inputId) ?? null,
  codec: facts.origin.codec,
  remote_address: facts.remoteAddress,
  remote_port: facts.remotePort,
  size: facts.sizeBytes,
  preview: facts.preview,
})
